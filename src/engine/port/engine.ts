import type { TenantContext } from '../../kernel/tenant-context.ts';
import type { ItemBehaviour } from './behaviour.ts';
import type { ChangeBatch } from './document.ts';
import type { SearchQuery, SimilarQuery } from './query.ts';
import type { EngineHit, IndexStats, SearchResult } from './result.ts';

/** What a backend can do; resolved once at start instead of `if (backend)` all over. */
export interface EngineCapabilities {
  /** The index lives in this process and follows the change feed; false when it is shared by all processes. */
  local: boolean;
  exactTotals: boolean;
  explain: boolean;
}

/**
 * The seam to a search engine. PostgreSQL's items are the truth: an index is a copy that follows the catalogue's
 * versions and can be rebuilt at any time. An engine opens an index only with a tenant's context and has no method that
 * names another tenant.
 */
export interface SearchEngine {
  readonly capabilities: EngineCapabilities;
  /**
   * Opens the tenant's index, from its snapshot when there is a sound one, else empty at version 0. Opening an open index
   * returns the same one, with what other processes did to it when they share it. Idle indexes may be dropped from memory when a budget is passed; the next `open` loads them.
   */
  open(tenant: TenantContext): Promise<SearchIndex>;
  /**
   * Nobody will ask for the index for a while: when it is idle and nothing would be lost, it leaves memory without waiting for
   * the budget. An engine that has no indexes in this process has no such method.
   */
  release?(tenant: TenantContext): Promise<void>;
  /** Forgets the index, its files included. */
  drop(tenant: TenantContext): Promise<void>;
  /** Ids of the tenants of whom it keeps something outside memory, deleted ones among them. */
  stored(): Promise<string[]>;
  /** Writes what should outlive the process and stops background work. */
  close(): Promise<void>;
  /**
   * Documents of the tenant that the engine will not take in the form they have: they are not found, and hold nothing up. An
   * engine that takes all has no such method. At most `most` ids.
   */
  refused?(tenant: TenantContext, most: number): Promise<{ total: number; ids: string[] }>;
  /** Since this process started: documents refused for good, and writes put off because the engine had too much to do. */
  readonly tally?: Readonly<EngineTally>;
}

export interface EngineTally {
  refused: number;
  putOff: number;
}

/** An index that is being filled and answers nothing yet. */
export type FreshIndex = Pick<SearchIndex, 'version' | 'apply'>;

export interface SearchIndex {
  /** The catalogue version this index holds. */
  readonly version: number;
  /** True once the index was dropped from memory: open it again. Searching a closed index throws `IndexClosedError`. */
  readonly closed: boolean;
  /** Runs on one consistent state. Rejects with `EngineError` only for faults of the engine, never for a query. */
  search(query: SearchQuery): Promise<SearchResult>;
  /** Whether it has the document. */
  has(id: string): Promise<boolean>;
  /**
   * Items like the one named, the most alike first: of its document type, by the rare words of its title, its categories
   * and brand, its price band, and what is bought with it. Never the item itself. Null when the index does not have it.
   */
  similar(query: SimilarQuery): Promise<EngineHit[] | null>;
  /**
   * Replaces all that is known of the items' behaviour; ids that the index does not have (yet) do no harm. It stays through
   * changes and merges, touches no stored document, and is gone with the index from memory: whoever opens it sets it anew.
   */
  setBehaviour(items: readonly ItemBehaviour[]): Promise<void>;
  /**
   * Applies committed changes in order; a batch at or below `version` is ignored. Searchable when it resolves. When one
   * fails, those asked for behind it are rejected too, so `version` never passes what is missing: begin anew from there.
   */
  apply(batch: ChangeBatch): Promise<void>;
  /**
   * Fills an empty index beside this one and puts it in its place, at the version that it was filled to. Searches answer
   * from the old one until then; when filling fails, it stays. Changes asked for meanwhile come after.
   */
  rebuild(fill: (fresh: FreshIndex) => Promise<void>): Promise<void>;
  /** Keeps the index in memory, whatever the budget, until the answer is called: for whoever uses it over several steps. */
  hold(): () => void;
  stats(): IndexStats;
  /** Makes the present state durable so that a restart replays less. */
  snapshot(): Promise<void>;
}

export const SEARCH_ENGINE = Symbol('SearchEngine');

export class EngineError extends Error {
  override name = 'EngineError';
}

export class IndexClosedError extends EngineError {
  override name = 'IndexClosedError';
}
