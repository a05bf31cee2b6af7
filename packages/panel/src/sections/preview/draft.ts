import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { api, read, type Schemas } from '../../api/client.ts';
import { keyOf, useMember } from '../../shell/member.ts';

export type Preview = Schemas['PreviewResponse'];
export type Hit = Schemas['HitResponse'];

/** What is being tried on one query: a rule for it, and words that would mean the same. Nothing of it is in force. */
export interface Draft {
  pinned: readonly { id: string; title: string }[];
  hidden: readonly { id: string; title: string }[];
  /** Words that mean the same as the query, both ways. */
  sameAs: string;
}

export const NOTHING: Draft = { pinned: [], hidden: [], sameAs: '' };

export const isEmpty = ({ pinned, hidden, sameAs }: Draft): boolean =>
  pinned.length === 0 && hidden.length === 0 && sameAs.trim() === '';

function ruleOf(query: string, { pinned, hidden }: Draft): Schemas['CreateRuleRequest'] | null {
  if (pinned.length === 0 && hidden.length === 0) return null;
  return {
    name: query.slice(0, 200),
    conditions: [{ match: 'is', pattern: query }],
    actions: {
      pin: pinned.map(({ id }, at) => ({ id, position: at + 1 })),
      hide: hidden.map(({ id }) => id),
    },
  };
}

function synonymOf(query: string, { sameAs }: Draft): Schemas['CreateSynonymRequest'] | null {
  const words = sameAs.trim();
  return words === '' ? null : { type: 'two_way', terms: [query, words], enabled: true };
}

/** The query as shoppers get it and as the draft would make it, and what the draft does to the most frequent ones. */
export function usePreview(query: string, draft: Draft) {
  const { slug: tenant } = useMember();
  const rule = ruleOf(query, draft);
  const synonym = synonymOf(query, draft);
  const body = {
    q: query,
    per_page: 10,
    rules: rule ? [rule] : [],
    synonyms: synonym ? [synonym] : [],
    ...(isEmpty(draft) ? {} : { queries: 'frequent' as const }),
  };
  return useQuery({
    queryKey: keyOf(tenant, 'preview', body),
    queryFn: ({ signal }) =>
      read(api.POST('/v1/{tenant}/search/preview', { params: { path: { tenant } }, body, signal })),
    // What is typed next replaces it without a flash of nothing.
    placeholderData: (before) => before,
  });
}

/** Puts the draft in force: the synonym first, because a rule without it would do half. */
export function usePublish() {
  const { slug: tenant } = useMember();
  const client = useQueryClient();
  const params = { path: { tenant } };
  return useMutation({
    mutationFn: async ({ query, draft }: { query: string; draft: Draft }) => {
      const synonym = synonymOf(query, draft);
      const rule = ruleOf(query, draft);
      if (synonym) await api.POST('/v1/{tenant}/synonyms', { params, body: synonym });
      if (rule) await api.POST('/v1/{tenant}/rules', { params, body: rule });
    },
    onSettled: () => client.invalidateQueries({ queryKey: keyOf(tenant) }),
  });
}
