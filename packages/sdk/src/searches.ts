import type { Store } from './store.ts';

/** A search as far as later clicks and conversions need it. */
interface Seen {
  query: string;
  query_id: string;
  /** Position of the first of `items`; they follow without a gap. */
  first: number;
  items: string[];
}

interface Memory {
  session: string;
  searches: Seen[];
  /** Clicked items, newest first, each with its search. */
  clicks: [item: string, query_id: string][];
}

/** Where an item came from. */
export interface Origin {
  query: string;
  query_id: string;
  position: number;
}

const NAME = 'searches';
const MAX_SEARCHES = 20;
const MAX_CLICKS = 50;
/** Characters of the whole memory: a page of ids of 512 characters would take most of a shop's local storage. */
const MAX_SIZE = 32_768;

const isMemory = (value: unknown): value is Memory => {
  const memory = value as Memory | null;
  return (
    Array.isArray(memory?.searches) &&
    Array.isArray(memory.clicks) &&
    memory.searches.every((seen) => Array.isArray(seen?.items))
  );
};

/**
 * Which search brought which item, so that a click or a purchase on another page finds it. Bounded, and forgotten with
 * the session.
 */
export class Searches {
  readonly #store: Store;

  constructor(store: Store) {
    this.#store = store;
  }

  remember(session: string, seen: Seen): void {
    const memory = this.#read(session);
    memory.searches.unshift(seen);
    this.#write(memory);
  }

  clicked(session: string, item: string, query_id: string): void {
    const memory = this.#read(session);
    memory.clicks = [[item, query_id], ...memory.clicks.filter(([other]) => other !== item)];
    this.#write(memory);
  }

  /** The last search that returned the item. */
  originOf(session: string, item: string): Origin | undefined {
    for (const { query, query_id, first, items } of this.#read(session).searches) {
      const at = items.indexOf(item);
      if (at >= 0) return { query, query_id, position: first + at };
    }
    return undefined;
  }

  /** The search whose result was clicked last, as the service attributes a conversion by itself. */
  clickOf(session: string, item: string): string | undefined {
    return this.#read(session).clicks.find(([clicked]) => clicked === item)?.[1];
  }

  #read(session: string): Memory {
    const stored = this.#store.read(NAME);
    return isMemory(stored) && stored.session === session ? stored : { session, searches: [], clicks: [] };
  }

  #write(memory: Memory): void {
    memory.searches.length = Math.min(memory.searches.length, MAX_SEARCHES);
    memory.clicks.length = Math.min(memory.clicks.length, MAX_CLICKS);
    while (memory.searches.length > 0 && JSON.stringify(memory).length > MAX_SIZE) memory.searches.pop();
    this.#store.write(NAME, memory);
  }
}
