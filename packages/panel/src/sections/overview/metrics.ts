import { useQuery } from '@tanstack/react-query';
import { api, read, type Schemas } from '../../api/client.ts';
import { keyOf, useMember } from '../../shell/member.ts';
import type { Figure, ITEM_ORDERS, QUERY_KINDS, Scope } from './filters.ts';

export type Overview = Schemas['OverviewResponse'];

/** How often an empty shop is asked whether its first event has come. */
const WAITING_MS = 3_000;

export function useOverview(scope: Scope) {
  const { slug: tenant } = useMember();
  return useQuery({
    queryKey: keyOf(tenant, 'metrics', 'overview', scope),
    queryFn: ({ signal }) =>
      read(api.GET('/v1/{tenant}/metrics/overview', { params: { path: { tenant }, query: scope }, signal })),
    placeholderData: (before) => before,
    refetchInterval: ({ state }) => (state.data && isEmpty(state.data) ? WAITING_MS : 60_000),
  });
}

/** Nothing in this period, nor in the one before. */
export const isEmpty = (overview: Overview): boolean =>
  overview.searches + overview.clicks + overview.conversions === 0 &&
  overview.previous.searches + overview.previous.clicks + overview.previous.conversions === 0;

export function useTimeseries(metric: Figure, scope: Scope) {
  const { slug: tenant } = useMember();
  const interval = scope.from === scope.to ? 'hour' : 'day';
  const query = { ...scope, metric, interval } as const;
  return useQuery({
    queryKey: keyOf(tenant, 'metrics', 'timeseries', query),
    queryFn: ({ signal }) =>
      read(api.GET('/v1/{tenant}/metrics/timeseries', { params: { path: { tenant }, query }, signal })),
    placeholderData: (before) => before,
  });
}

export function useQueries(kind: (typeof QUERY_KINDS)[number], scope: Scope, limit: number) {
  const { slug: tenant } = useMember();
  const query = { ...scope, kind, limit };
  return useQuery({
    queryKey: keyOf(tenant, 'metrics', 'queries', query),
    queryFn: ({ signal }) =>
      read(api.GET('/v1/{tenant}/metrics/queries', { params: { path: { tenant }, query }, signal })),
    placeholderData: (before) => before,
  });
}

export function useItems(by: (typeof ITEM_ORDERS)[number], scope: Scope, limit: number) {
  const { slug: tenant } = useMember();
  const query = { ...scope, by, limit };
  return useQuery({
    queryKey: keyOf(tenant, 'metrics', 'items', query),
    queryFn: ({ signal }) =>
      read(api.GET('/v1/{tenant}/metrics/items', { params: { path: { tenant }, query }, signal })),
    placeholderData: (before) => before,
  });
}
