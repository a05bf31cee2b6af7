import type { TenantContext } from '../../kernel/tenant-context.ts';
import type { Channel } from '../rules/index.ts';

/** A search that was answered. */
export interface ServedSearch {
  tenant: TenantContext;
  queryId: string;
  sessionId: string | null;
  channel: Channel | null;
  query: string;
  normalizedQuery: string;
  total: number;
  /** Position of the first of `itemIds`, from 1. */
  firstPosition: number;
  itemIds: readonly string[];
  /** Milliseconds since 1970. */
  at: number;
}

/**
 * Told of every answered search, beside the request: it must return at once, and what it throws is logged and forgotten.
 * A global module that provides and exports this token is asked; without one nobody is.
 */
export abstract class SearchObserver {
  abstract served(search: ServedSearch): void;
}
