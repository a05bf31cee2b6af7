import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { api, read, type Schemas } from '../../api/client.ts';
import { keyOf, useMember } from '../../shell/member.ts';
import { useChange } from './changes.ts';

export type Rule = Schemas['RuleResponse'];
export type Condition = Schemas['RuleConditionResponse'];
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

/** Other rules that are in force for the same words: the higher priority wins where they differ. */
export function rivalsOf(rule: Rule, all: readonly Rule[]): Rule[] {
  if (!rule.enabled) return [];
  const words = new Set(rule.conditions.map(sameWords));
  return all.filter(
    (other) =>
      other.id !== rule.id && other.enabled && other.conditions.some((condition) => words.has(sameWords(condition))),
  );
}

const sameWords = ({ match, pattern, channel, locale }: Condition): string =>
  JSON.stringify([match, pattern.trim().toLowerCase(), channel ?? null, locale ?? null]);

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
