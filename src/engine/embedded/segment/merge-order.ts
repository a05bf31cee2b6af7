import type { Bitmap } from './bitmap.ts';
import type { Segment } from './segment.ts';

export interface MergeSource {
  segment: Segment;
  deleted: Bitmap | null;
}

/** The documents of a merged segment: where each comes from, and where the sources' went. */
export interface MergeOrder {
  length: number;
  sources: Uint16Array;
  documents: Uint32Array;
  /** By source: number of each document in the merged segment, -1 when it was deleted. Rises with the document. */
  numbers: Int32Array[];
}

/** The least of the sources' heads by `before`, -1 when all are used up. Sources are few, so a walk over them is enough. */
export function leastHead(sources: number, isOpen: (source: number) => boolean, before: Before): number {
  let least = -1;
  for (let source = 0; source < sources; source++) {
    if (isOpen(source) && (least < 0 || before(source, least))) least = source;
  }
  return least;
}

type Before = (a: number, b: number) => boolean;

/** Live documents by popularity, then id, as each source has them already: O(documents × sources). */
export function mergeOrder(sources: readonly MergeSource[]): MergeOrder {
  const live = sources.reduce((sum, { segment, deleted }) => sum + segment.documents - (deleted?.count() ?? 0), 0);
  const order: MergeOrder = {
    length: 0,
    sources: new Uint16Array(live),
    documents: new Uint32Array(live),
    numbers: sources.map(({ segment }) => new Int32Array(segment.documents).fill(-1)),
  };
  const heads = sources.map((source) => new Head(source));
  const isOpen = (source: number): boolean => heads[source]!.document < heads[source]!.end;
  const before: Before = (a, b) => heads[a]!.isBefore(heads[b]!);
  for (let least = leastHead(sources.length, isOpen, before); least >= 0;) {
    const head = heads[least]!;
    order.sources[order.length] = least;
    order.documents[order.length] = head.document;
    order.numbers[least]![head.document] = order.length++;
    head.next();
    least = leastHead(sources.length, isOpen, before);
  }
  return order;
}

class Head {
  document = -1;
  popularity = 0;
  readonly end: number;
  readonly #source: MergeSource;
  #id: string | null = null;

  constructor(source: MergeSource) {
    this.#source = source;
    this.end = source.segment.documents;
    this.next();
  }

  next(): void {
    const { segment, deleted } = this.#source;
    do this.document++;
    while (this.document < this.end && deleted?.has(this.document));
    this.#id = null;
    if (this.document < this.end) this.popularity = segment.popularity[this.document]!;
  }

  isBefore(other: Head): boolean {
    if (this.popularity !== other.popularity) return this.popularity > other.popularity;
    return this.id < other.id;
  }

  get id(): string {
    return (this.#id ??= this.#source.segment.idOf(this.document));
  }
}
