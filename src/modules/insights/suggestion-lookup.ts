import type { TenantContext } from '../../kernel/tenant-context.ts';

/**
 * Which suggestion of Smart is about a query. A global module that provides and exports this token is asked; without one
 * reports name none.
 */
export abstract class SuggestionLookup {
  /** Ids by normalised query, of suggestions that still stand. */
  abstract idsFor(tenant: TenantContext, queries: readonly string[]): Promise<ReadonlyMap<string, string>>;
}
