import { useInfiniteQuery, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { api, read, type Schemas } from '../../api/client.ts';
import { keyOf, useMember } from '../../shell/member.ts';

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

export type RuleChange =
  | { kind: 'save'; rule: Rule | null; body: RuleBody }
  | { kind: 'switch'; rule: Rule; enabled: boolean }
  | { kind: 'delete'; rule: Rule };

/** Names the version that was shown: who comes later is told and overwrites nothing. */
export function useRuleChange() {
  const { slug: tenant } = useMember();
  const client = useQueryClient();
  return useMutation({
    mutationFn: async (change: RuleChange): Promise<void> => {
      if (change.kind === 'save' && !change.rule) {
        await api.POST('/v1/{tenant}/rules', { params: { path: { tenant } }, body: change.body });
        return;
      }
      const { id, version } = change.rule!;
      const params = { path: { tenant, id } };
      const headers = { 'If-Match': `"${version}"` };
      if (change.kind === 'delete') await api.DELETE('/v1/{tenant}/rules/{id}', { params, headers });
      else {
        const body = change.kind === 'save' ? change.body : { enabled: change.enabled };
        await api.PATCH('/v1/{tenant}/rules/{id}', { params, headers, body });
      }
    },
    onSettled: () => client.invalidateQueries({ queryKey: keyOf(tenant, 'rules') }),
  });
}

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
