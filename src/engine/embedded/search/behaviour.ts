import { setImmediate as nextTurn } from 'node:timers/promises';
import { MAX_BEHAVIOUR, type ItemAppeal, type ItemBehaviour } from '../../port/index.ts';
import type { Segment } from '../segment/segment.ts';

/** What a hit's behaviour is known from: its query, its item, the demand for it, or nothing. */
export type BehaviourSource = 'query' | 'item' | 'demand' | 'none';

export interface Known {
  value: number;
  source: BehaviourSource;
}

export const NOTHING_KNOWN: Known = { value: 0, source: 'none' };

/** Behaviour beside a segment, one slot a document: the segment itself is never written again. */
export interface BehaviourColumns {
  appeal: Int8Array;
  demand: Int8Array;
  known: Uint8Array;
  /** Documents above 0, ascending; made when first asked for. */
  lifted: { appeal?: Uint32Array; demand?: Uint32Array };
}

/** Items looked up in one turn of the event loop, some 5 ms. */
const LOOK_UPS_A_TURN = 3_000;

/**
 * What is known of the items, with columns aligned to each segment that is searched. Immutable: other knowledge is
 * another table. A column is made once a segment, O(items × log documents) or O(documents), whichever is less.
 */
export class BehaviourTable {
  readonly items: readonly ItemBehaviour[];
  readonly #columns = new WeakMap<Segment, BehaviourColumns>();
  #byId: Map<string, ItemBehaviour> | null = null;

  constructor(items: readonly ItemBehaviour[]) {
    this.items = items;
  }

  /** Makes the columns of a segment without holding the event loop. */
  async align(segment: Segment): Promise<void> {
    if (this.items.length === 0 || this.#columns.has(segment)) return;
    const columns = emptyColumns(segment);
    for (const turn of this.#fill(segment, columns)) if (turn > 0) await nextTurn();
    this.#columns.set(segment, columns);
  }

  /** Null when nothing is known of any item. A segment that was not aligned yet is a small one, merged on the spot. */
  columnsOf(segment: Segment): BehaviourColumns | null {
    if (this.items.length === 0) return null;
    let columns = this.#columns.get(segment);
    if (!columns) {
      columns = emptyColumns(segment);
      // All turns at once.
      Array.from(this.#fill(segment, columns));
      this.#columns.set(segment, columns);
    }
    return columns;
  }

  /** What is known of a segment's documents for one search; null when that is nothing. */
  lookUp(segment: Segment, hasWords: boolean, ofQuery: readonly ItemAppeal[]): ((document: number) => Known) | null {
    const columns = this.columnsOf(segment);
    const appeals = hasWords && ofQuery.length > 0 ? appealsIn(segment, ofQuery) : null;
    if (!columns && !appeals) return null;
    const known: Known = { value: 0, source: 'none' };
    return (document) => {
      const appeal = appeals?.get(document);
      if (appeal !== undefined) {
        known.value = appeal;
        known.source = 'query';
      } else if (columns && columns.known[document] === 1) {
        known.value = hasWords ? columns.appeal[document]! : columns.demand[document]!;
        known.source = hasWords ? 'item' : 'demand';
      } else {
        return NOTHING_KNOWN;
      }
      return known;
    };
  }

  /** Documents that one search may find lifted by behaviour, in ascending lists: those of no list have 0 at most. */
  liftedIn(segment: Segment, hasWords: boolean, ofQuery: readonly ItemAppeal[]): Uint32Array[] {
    const lists: Uint32Array[] = [];
    const columns = this.columnsOf(segment);
    const kind = hasWords ? 'appeal' : 'demand';
    if (columns) lists.push((columns.lifted[kind] ??= aboveZero(columns[kind])));
    if (hasWords && ofQuery.length > 0) {
      const lifted = [...appealsIn(segment, ofQuery)].filter(([, appeal]) => appeal > 0);
      lists.push(Uint32Array.from(lifted, ([document]) => document).sort());
    }
    return lists;
  }

  /** Yields between turns. */
  *#fill(segment: Segment, columns: BehaviourColumns): Generator<number> {
    const put = (document: number, { appeal, demand }: ItemBehaviour): void => {
      columns.appeal[document] = bounded(appeal, -MAX_BEHAVIOUR);
      columns.demand[document] = bounded(demand, 0);
      columns.known[document] = 1;
    };
    if (segment.documents < this.items.length) {
      this.#byId ??= new Map(this.items.map((item) => [item.id, item]));
      for (let document = 0; document < segment.documents; document++) {
        if (document % LOOK_UPS_A_TURN === 0) yield document;
        const item = this.#byId.get(segment.idOf(document));
        if (item) put(document, item);
      }
      return;
    }
    for (let at = 0; at < this.items.length; at++) {
      if (at % LOOK_UPS_A_TURN === 0) yield at;
      const document = segment.documentOf(this.items[at]!.id);
      if (document >= 0) put(document, this.items[at]!);
    }
  }
}

export const NO_BEHAVIOUR = new BehaviourTable([]);

function emptyColumns({ documents }: Segment): BehaviourColumns {
  return {
    appeal: new Int8Array(documents),
    demand: new Int8Array(documents),
    known: new Uint8Array(documents),
    lifted: {},
  };
}

function aboveZero(values: Int8Array): Uint32Array {
  let count = 0;
  for (let document = 0; document < values.length; document++) if (values[document]! > 0) count++;
  const above = new Uint32Array(count);
  for (let document = 0, at = 0; at < count; document++) if (values[document]! > 0) above[at++] = document;
  return above;
}

function bounded(steps: number, least: number): number {
  return Math.max(least, Math.min(MAX_BEHAVIOUR, Math.round(steps)));
}

/** Documents of a query's items by segment: the list of a frequent query is the same object again and again. */
const resolved = new WeakMap<readonly ItemAppeal[], WeakMap<Segment, ReadonlyMap<number, number>>>();

function appealsIn(segment: Segment, appeals: readonly ItemAppeal[]): ReadonlyMap<number, number> {
  let bySegment = resolved.get(appeals);
  if (!bySegment) resolved.set(appeals, (bySegment = new WeakMap()));
  let found = bySegment.get(segment);
  if (!found) {
    const documents = new Map<number, number>();
    for (const { id, appeal } of appeals) {
      const document = segment.documentOf(id);
      if (document >= 0) documents.set(document, bounded(appeal, -MAX_BEHAVIOUR));
    }
    bySegment.set(segment, (found = documents));
  }
  return found;
}
