import { useInfiniteQuery, useMutation, useQueryClient } from '@tanstack/react-query';
import { useContext } from 'react';
import { api, read, type Schemas } from '../../api/client.ts';
import { TimeZone } from '../../i18n/format.ts';
import { keyOf, settingsQuery, useMember } from '../../shell/member.ts';
import { lastDays, localDate } from '../../shell/period.ts';
import { useFilters } from '../../shell/filters.ts';

export type Opportunity = Schemas['OpportunityRow'];

export const PERIODS = ['7', '28', '90'] as const;
export const COUNTS = ['1', '2', '5', '10'] as const;
const DEFAULTS = { days: '28', min: '2' };
const ALLOWED = { days: PERIODS, min: COUNTS };
const PAGE = 20;

export const useOpportunityFilters = () => useFilters(DEFAULTS, ALLOWED);

export function useOpportunities({ days, min }: typeof DEFAULTS) {
  const { slug: tenant } = useMember();
  const period = lastDays(Number(days), localDate(new Date(), useContext(TimeZone)));
  const body = { ...period, min_count: Number(min), limit: PAGE };
  return useInfiniteQuery({
    queryKey: keyOf(tenant, 'opportunities', body),
    queryFn: ({ pageParam, signal }) =>
      read(
        api.POST('/v1/{tenant}/opportunities/group', {
          params: { path: { tenant } },
          body: { ...body, offset: pageParam },
          signal,
        }),
      ),
    initialPageParam: 0,
    getNextPageParam: ({ total, offset, rows }) => (offset + rows.length < total ? offset + rows.length : undefined),
  });
}

/** What a person does about words that find nothing. */
export type Remedy =
  | { kind: 'synonym'; query: string; target: string }
  | { kind: 'replace'; query: string; target: string }
  | { kind: 'redirect'; query: string; target: string }
  | { kind: 'not_sold'; query: string; line: string };

export function useRemedy() {
  const { slug: tenant } = useMember();
  const client = useQueryClient();
  const params = { path: { tenant } };
  const rule = (query: string, actions: Schemas['CreateRuleRequest']['actions'], name: string): Promise<unknown> =>
    api.POST('/v1/{tenant}/rules', {
      params,
      body: { name: name.slice(0, 200), conditions: [{ match: 'is', pattern: query }], actions },
    });
  const note = async (line: string): Promise<void> => {
    // Against the text as it is now: nobody's words are lost.
    const { business_memory_md: memory, etag } = await client.fetchQuery({ ...settingsQuery(tenant), staleTime: 0 });
    if (memory.split('\n').includes(line)) return;
    await api.PATCH('/v1/{tenant}/settings', {
      params,
      body: { business_memory_md: memory === '' ? line : `${memory.trimEnd()}\n${line}` },
      headers: etag ? { 'If-Match': etag } : {},
    });
  };
  return useMutation({
    mutationFn: async (remedy: Remedy): Promise<void> => {
      if (remedy.kind === 'synonym') {
        await api.POST('/v1/{tenant}/synonyms', {
          params,
          body: { type: 'one_way', input: remedy.query, terms: [remedy.target], enabled: true },
        });
      } else if (remedy.kind === 'replace') {
        await rule(remedy.query, { replace_query: remedy.target }, `${remedy.query} → ${remedy.target}`);
      } else if (remedy.kind === 'redirect') {
        await rule(remedy.query, { redirect: remedy.target }, `${remedy.query} → ${remedy.target}`);
      } else await note(remedy.line);
    },
    onSuccess: (_, { kind }) =>
      client.invalidateQueries({
        queryKey: keyOf(tenant, kind === 'not_sold' ? 'settings' : 'opportunities'),
      }),
  });
}
