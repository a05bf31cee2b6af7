import { useContext, useMemo } from 'react';
import { TimeZone } from '../../i18n/format.ts';
import { useFilters } from '../../shell/filters.ts';
import { isDate, lastDays, localDate, type Period } from '../../shell/period.ts';

export const FIGURES = [
  'searches',
  'sessions',
  'no_result_rate',
  'no_click_rate',
  'ctr',
  'mean_click_position',
  'conversions',
  'conversion_rate',
  'attribution_coverage',
  'revenue',
] as const;
export type Figure = (typeof FIGURES)[number];

export const PERIODS = ['1', '7', '28', '90'] as const;
export const CHANNELS = ['overlay', 'results_page'] as const;
export const QUERY_KINDS = ['top', 'no_results', 'no_clicks'] as const;
export const ITEM_ORDERS = ['clicks', 'conversions', 'revenue'] as const;

const DEFAULTS = { days: '28', from: '', to: '', channel: '', figure: 'searches', queries: 'top', items: 'clicks' };
const ALLOWED = {
  days: [...PERIODS, 'custom'],
  channel: ['', ...CHANNELS],
  figure: FIGURES,
  queries: QUERY_KINDS,
  items: ITEM_ORDERS,
};

export interface Scope extends Period {
  channel?: (typeof CHANNELS)[number];
}

/** What the address asks for; `scope` as the metrics take it. */
export function useOverviewFilters() {
  const zone = useContext(TimeZone);
  const [filters, change] = useFilters(DEFAULTS, ALLOWED);
  const { days, from, to, channel } = filters;
  const scope = useMemo<Scope>(() => {
    const today = localDate(new Date(), zone);
    const own = days === 'custom' && isDate(from) && isDate(to) && from <= to;
    const period = own ? { from, to } : lastDays(days === 'custom' ? 28 : Number(days), today);
    return { ...period, ...(channel && { channel: channel as (typeof CHANNELS)[number] }) };
  }, [days, from, to, channel, zone]);
  return { filters, change, scope };
}
