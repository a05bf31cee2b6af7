import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { api, read, type Schemas } from '../../api/client.ts';
import { keyOf, useMember } from '../../shell/member.ts';
import { useChange } from './changes.ts';

export type Rule = Schemas['RuleResponse'];
export type Conflict = Schemas['RuleConflictResponse'];
export type RuleBody = Schemas['CreateRuleRequest'];

const PAGE = 50;

export function useRules() {
  const { slug: tenant } = useMember();
  return useInfiniteQuery({
    queryKey: keyOf(tenant, 'rules'),
    queryFn: ({ pageParam, signal }) =>
      read(
        api.GET('/v1/{tenant}/rules', {
          params: { path: { tenant }, query: { limit: PAGE, offset: pageParam } },
          signal,
        }),
      ),
    initialPageParam: 0,
    getNextPageParam: ({ total, offset, rows }) => (offset + rows.length < total ? offset + rows.length : undefined),
  });
}

export const useRuleChange = () =>
  useChange<Rule, RuleBody>('rules', {
    create: (tenant, body) => api.POST('/v1/{tenant}/rules', { params: { path: { tenant } }, body }),
    patch: (at, body) => api.PATCH('/v1/{tenant}/rules/{id}', { ...at, body }),
    remove: (at) => api.DELETE('/v1/{tenant}/rules/{id}', at),
  });

/** Where rules want different things of one search, of all the rules. */
export function useConflicts(): readonly Conflict[] {
  const { slug: tenant } = useMember();
  const { data } = useQuery({
    queryKey: keyOf(tenant, 'rules', 'conflicts'),
    queryFn: ({ signal }) => read(api.GET('/v1/{tenant}/rules/conflicts', { params: { path: { tenant } }, signal })),
  });
  return data?.rows ?? [];
}

/** Products that shoppers find for these words. */
export function useProducts(words: string) {
  const { slug: tenant } = useMember();
  return useQuery({
    queryKey: keyOf(tenant, 'rules-products', words),
    queryFn: ({ signal }) =>
      read(api.POST('/v1/{tenant}/search', { params: { path: { tenant } }, body: { q: words, per_page: 6 }, signal })),
    enabled: words !== '',
    placeholderData: (before) => before,
  });
}

/** Values of a field that the catalogue has, the most frequent first. */
export function useValues(field: string): readonly string[] {
  const { slug: tenant } = useMember();
  const { data } = useQuery({
    queryKey: keyOf(tenant, 'rules-values', field),
    queryFn: ({ signal }) => {
      const body = { q: '', per_page: 1, facets: [field] };
      return read(api.POST('/v1/{tenant}/search', { params: { path: { tenant } }, body, signal }));
    },
    enabled: /^(brand|categories|tags|docType|currency|attributes\..+)$/.test(field),
    staleTime: 60_000,
    retry: false,
  });
  return data?.facets[0]?.values.map(({ value }) => String(value)) ?? [];
}

/** The title of a product; undefined until it is known, null when there is none. */
export function useTitle(id: string): string | null | undefined {
  const { slug: tenant } = useMember();
  const { data } = useQuery({
    queryKey: keyOf(tenant, 'item-title', id),
    queryFn: ({ signal }) =>
      read(api.GET('/v1/{tenant}/items/{id}', { params: { path: { tenant, id } }, signal })).then(
        ({ title }) => title,
        () => null,
      ),
    staleTime: 300_000,
  });
  return data;
}
