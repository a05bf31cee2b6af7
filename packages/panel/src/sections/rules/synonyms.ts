import { useInfiniteQuery, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { api, read, type Schemas } from '../../api/client.ts';
import { useFilters } from '../../shell/filters.ts';
import { keyOf, useMember } from '../../shell/member.ts';
import { useChange } from './changes.ts';

export type Synonym = Schemas['SynonymResponse'];
export type SynonymBody = Schemas['CreateSynonymRequest'];

const PAGE = 50;
export const SOURCES = ['', 'manual', 'learned', 'import'] as const;
const DEFAULTS = { q: '', source: '' };
const ALLOWED = { source: SOURCES };

export const useSynonymFilters = () => useFilters(DEFAULTS, ALLOWED);

export function useSynonyms({ q, source }: typeof DEFAULTS) {
  const { slug: tenant } = useMember();
  const query = {
    limit: PAGE,
    ...(q === '' ? {} : { q }),
    ...(source === '' ? {} : { source: source as Synonym['source'] }),
  };
  return useInfiniteQuery({
    queryKey: keyOf(tenant, 'synonyms', query),
    queryFn: ({ pageParam, signal }) =>
      read(
        api.GET('/v1/{tenant}/synonyms', {
          params: { path: { tenant }, query: { ...query, offset: pageParam } },
          signal,
        }),
      ),
    initialPageParam: 0,
    getNextPageParam: ({ total, offset, rows }) => (offset + rows.length < total ? offset + rows.length : undefined),
  });
}

export const useSynonymChange = () =>
  useChange<Synonym, SynonymBody>('synonyms', {
    create: (tenant, body) => api.POST('/v1/{tenant}/synonyms', { params: { path: { tenant } }, body }),
    patch: (at, body) => api.PATCH('/v1/{tenant}/synonyms/{id}', { ...at, body }),
    remove: (at) => api.DELETE('/v1/{tenant}/synonyms/{id}', at),
  });

export function useSynonymImport() {
  const { slug: tenant } = useMember();
  const client = useQueryClient();
  return useMutation({
    mutationFn: async (file: File) =>
      read(
        api.POST('/v1/{tenant}/synonyms/import', {
          params: { path: { tenant }, query: { format: file.name.endsWith('.csv') ? 'csv' : 'solr' } },
          body: { content: await file.text() },
        }),
      ),
    onSuccess: () => client.invalidateQueries({ queryKey: keyOf(tenant, 'synonyms') }),
  });
}

/** Synonyms that have one of these words already. */
export function useRelated(words: readonly string[], except: string | undefined): Synonym[] {
  const { slug: tenant } = useMember();
  const first = words[0] ?? '';
  const { data } = useQuery({
    queryKey: keyOf(tenant, 'synonyms', 'related', first),
    queryFn: ({ signal }) =>
      read(
        api.GET('/v1/{tenant}/synonyms', {
          params: { path: { tenant }, query: { limit: 20, offset: 0, q: first } },
          signal,
        }),
      ),
    enabled: first !== '',
  });
  const given = new Set(words.map((word) => word.toLowerCase()));
  return (data?.rows ?? []).filter(
    ({ id, input, terms }) => id !== except && [...terms, input ?? ''].some((word) => given.has(word.toLowerCase())),
  );
}
