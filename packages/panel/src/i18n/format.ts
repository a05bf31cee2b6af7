import { createContext, useContext, useMemo } from 'react';
import { useLocale } from './locale.tsx';

/** The timezone of the shop that is open: a day on the panel is a day of the shop. */
export const TimeZone = createContext<string>('UTC');

export interface Format {
  number(value: number, digits?: number): string;
  /** 0.123 → 12.3 %. */
  percent(share: number): string;
  money(amount: number, currency: string): string;
  /** A moment, or a date of the shop (`2026-11-28`). */
  date(at: string): string;
  shortDate(at: string): string;
  dateTime(at: string): string;
  hour(at: string): string;
}

const isDay = (at: string): boolean => /^\d{4}-\d\d-\d\d$/.test(at);

function formatOf(region: string, zone: string): Format {
  const dates = (options: Intl.DateTimeFormatOptions) => {
    const moment = new Intl.DateTimeFormat(region, { ...options, timeZone: zone });
    // A date of the shop has no time, so no zone may move it.
    const day = new Intl.DateTimeFormat(region, { ...options, timeZone: 'UTC' });
    return (at: string) => (isDay(at) ? day : moment).format(new Date(at));
  };
  const percent = new Intl.NumberFormat(region, { style: 'percent', maximumFractionDigits: 1 });
  return {
    number: (value, digits = 0) => new Intl.NumberFormat(region, { maximumFractionDigits: digits }).format(value),
    percent: (share) => percent.format(share),
    money: (amount, currency) => new Intl.NumberFormat(region, { style: 'currency', currency }).format(amount),
    date: dates({ dateStyle: 'medium' }),
    shortDate: dates({ day: 'numeric', month: 'short' }),
    dateTime: dates({ dateStyle: 'medium', timeStyle: 'short' }),
    hour: dates({ hour: 'numeric', minute: '2-digit' }),
  };
}

export function useFormat(): Format {
  const { region } = useLocale();
  const zone = useContext(TimeZone);
  return useMemo(() => formatOf(region, zone), [region, zone]);
}
