import type { ItemAppeal, ItemBehaviour } from '../../engine/port/index.ts';

/** A query that shoppers ask for. */
export interface LearnedQuery {
  normalized: string;
  /** How it is mostly written. */
  query: string;
  /** Distinct sessions that asked for it. */
  sessions: number;
  /** The same, a month ago counting half. */
  asked: number;
}

const NO_APPEALS: readonly ItemAppeal[] = [];

let made = 0;

/** What is known of a tenant's shoppers, in memory; never changed once made. */
export class LearnedBehaviour {
  /** Higher for what was read later in this process. */
  readonly sequence = made++;

  constructor(
    readonly items: readonly ItemBehaviour[],
    /** The most frequent first. */
    readonly queries: readonly LearnedQuery[],
    readonly appeals: ReadonlyMap<string, readonly ItemAppeal[]>,
  ) {}

  /** Entries in memory, for bounds. */
  get size(): number {
    let size = 1 + this.items.length + this.queries.length;
    for (const appeals of this.appeals.values()) size += appeals.length;
    return size;
  }

  /** For a normalised query; the same list every time. */
  appealsFor(normalized: string): readonly ItemAppeal[] {
    return this.appeals.get(normalized) ?? NO_APPEALS;
  }
}
