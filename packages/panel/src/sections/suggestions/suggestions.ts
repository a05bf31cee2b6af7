import { useMutation, useQueries, useQuery, useQueryClient } from '@tanstack/react-query';
import { api, read, type Schemas } from '../../api/client.ts';
import { keyOf, useMember } from '../../shell/member.ts';
import { queryOf, type Status, type SuggestionFilters } from './filters.ts';

export type Suggestion = Schemas['SuggestionResponse'];

export const PAGE = 100;

/** Rows by their place, of the pages that are on screen; the others are asked for when they are scrolled to. */
export function useSuggestionRows(filters: SuggestionFilters, pages: readonly number[]) {
  const { slug: tenant } = useMember();
  const query = queryOf(filters);
  // The first page says how many there are, whichever is on screen.
  const wanted = [...new Set([0, ...pages])];
  const answers = useQueries({
    queries: wanted.map((page) => ({
      queryKey: keyOf(tenant, 'suggestions', 'page', query, page),
      queryFn: ({ signal }: { signal: AbortSignal }) =>
        read(
          api.GET('/v1/{tenant}/smart/suggestions', {
            params: { path: { tenant }, query: { ...query, limit: PAGE, offset: page * PAGE } },
            signal,
          }),
        ),
    })),
  });
  const rows = new Map<number, Suggestion>();
  answers.forEach(({ data }) => data?.rows.forEach((row, at) => rows.set(data.offset + at, row)));
  const failed = answers.find(({ error, data }) => error && !data);
  return {
    rows,
    total: answers[0]?.data?.total ?? null,
    error: failed?.error ?? null,
    retry: () => answers.forEach((answer) => void answer.refetch()),
  };
}

export function useSuggestion(id: string) {
  const { slug: tenant } = useMember();
  return useQuery({
    queryKey: keyOf(tenant, 'suggestions', 'one', id),
    queryFn: ({ signal }) =>
      read(api.GET('/v1/{tenant}/smart/suggestions/{id}', { params: { path: { tenant, id } }, signal })),
    enabled: id !== '',
    placeholderData: (before) => before,
  });
}

export type Decision = { kind: 'accept' } | { kind: 'reject'; reason: string } | { kind: 'revert' };

/** What a person may do by the status; the service decides in the end. */
export const mayAccept = (status: Status): boolean => ['pending', 'logged', 'reverted'].includes(status);
export const mayRevert = (status: Status): boolean => ['accepted', 'applied'].includes(status);

/** As many at once: the service answers each in some milliseconds, and other people work too. */
const AT_ONCE = 4;

export interface Outcome {
  done: string[];
  failed: { id: string; error: unknown }[];
}

/** Decides about one or many. Resolves when all were tried; throws when none of them succeeded. */
export function useDecide() {
  const { slug: tenant } = useMember();
  const client = useQueryClient();
  const decide = (id: string, decision: Decision): Promise<unknown> => {
    const params = { path: { tenant, id } };
    if (decision.kind === 'accept') return api.POST('/v1/{tenant}/smart/suggestions/{id}/accept', { params });
    if (decision.kind === 'revert') return api.POST('/v1/{tenant}/smart/suggestions/{id}/revert', { params });
    const reason = decision.reason.trim();
    return api.POST('/v1/{tenant}/smart/suggestions/{id}/reject', { params, body: reason ? { reason } : {} });
  };
  return useMutation({
    mutationFn: async ({ ids, decision }: { ids: readonly string[]; decision: Decision }): Promise<Outcome> => {
      const outcome: Outcome = { done: [], failed: [] };
      const queue = [...ids];
      const work = async (): Promise<void> => {
        for (let id = queue.shift(); id !== undefined; id = queue.shift()) {
          try {
            await decide(id, decision);
            outcome.done.push(id);
          } catch (error) {
            outcome.failed.push({ id, error });
          }
        }
      };
      await Promise.all(Array.from({ length: AT_ONCE }, work));
      if (outcome.done.length === 0 && outcome.failed[0]) throw outcome.failed[0].error;
      return outcome;
    },
    onSettled: () => client.invalidateQueries({ queryKey: keyOf(tenant, 'suggestions') }),
  });
}
