import type { Column } from '../segment/columns.ts';
import type { Segment } from '../segment/segment.ts';
import { kept } from './kept.ts';
import type { Matches } from './match.ts';
import { PostingMatches } from './posting-matches.ts';
import { scratch } from './scratch.ts';
import type { SortKey } from './sort-keys.ts';
import { KEYS, type TopHits } from './top-hits.ts';

/** Matches of one segment under an explicit sort; `demand`: by document, the last to decide. */
export interface SortedMatches {
  segment: Segment;
  view: number;
  matches: Matches;
  /** Without words a match costs nothing. */
  hasWords: boolean;
  sort: SortKey;
  demand: Int8Array | null;
}

/** Marking fewer matches and looking for them along a column takes longer than comparing them. */
const MIN_SHARE = 1 / 32;

/**
 * Puts matches into the order of a sort. Many of them are met along the column in its order, which is made once and kept, until
 * the page is full: O(matches) to mark them, then some a hit. Else O(matches) comparisons with the last hit of the page.
 */
export function rankSorted(sorted: SortedMatches, top: TopHits): void {
  const { segment, matches, hasWords, sort } = sorted;
  const { documents } = matches;
  const cheap = !hasWords || matches instanceof PostingMatches;
  const along = sort.column && cheap && documents.length >= segment.documents * MIN_SHARE;
  if (!along) {
    for (let i = 0; i < documents.length; i++) consider(sorted, top, i, documents[i]!);
    return;
  }
  const order = orderOf(segment, sort.column!, sort.descending);
  const { marks } = scratch;
  for (let i = 0; i < documents.length; i++) marks[documents[i]!] = 1;
  let full = false;
  for (let i = 0; i < order.length && !full; i++) {
    const document = order[i]!;
    if (marks[document] === 1) full = !consider(sorted, top, -1, document);
  }
  for (let i = 0; i < documents.length; i++) marks[documents[i]!] = 0;
  if (full) return;
  // The page has room for those without a value.
  for (let i = 0; i < documents.length; i++) {
    if (sort.of(documents[i]!) === Infinity) consider(sorted, top, i, documents[i]!);
  }
}

const keys = new Float64Array(KEYS);

/** False when the key alone keeps the document out: so it does all behind it. `place`: among the matches, -1 if not known. */
function consider(
  { segment, view, matches, hasWords, sort, demand }: SortedMatches,
  top: TopHits,
  place: number,
  document: number,
): boolean {
  keys[0] = sort.of(document);
  if (keys[0] > top.worst[0]!) return false;
  keys[1] = -segment.popularity[document]!;
  keys[2] = demand ? -demand[document]! : 0;
  if (!top.admits(keys, 3)) return true;
  top.offer(view, document, keys, hasWords ? costOf(matches, place, document) : 0);
  return true;
}

function costOf(matches: Matches, place: number, document: number): number {
  return matches instanceof PostingMatches ? matches.only(Uint32Array.of(document)).costs[0]! : matches.costs[place]!;
}

/** Documents that have a value, by their first one, then by number: of equals the most popular come first. */
function orderOf(segment: Segment, column: Column, descending: boolean): Uint32Array {
  return kept(
    segment,
    `order ${column.keys ? 'texts' : 'numbers'} ${column.field} ${descending}`,
    () => sortByCode(segment, column, descending),
    ({ byteLength }) => byteLength,
  );
}

/** A counting sort, O(documents + values). */
function sortByCode(segment: Segment, column: Column, descending: boolean): Uint32Array {
  const { size } = column;
  const codes = firstCodes(segment, column);
  // How many have each code, then where the first of each goes; code 0 is for those without a value.
  const places = new Uint32Array(size + 1);
  for (let document = 0; document < codes.length; document++) places[codes[document]!]!++;
  let at = 0;
  for (let rank = 1; rank <= size; rank++) {
    const code = descending ? size + 1 - rank : rank;
    const count = places[code]!;
    places[code] = at;
    at += count;
  }
  const order = new Uint32Array(at);
  for (let document = 0; document < codes.length; document++) {
    const code = codes[document]!;
    if (code > 0) order[places[code]!++] = document;
  }
  return order;
}

function firstCodes({ documents }: Segment, column: Column): Column['values'] {
  if (column.form === 'single') return column.values;
  const codes = new Uint32Array(documents);
  for (let document = 0; document < documents; document++) codes[document] = column.first(document);
  return codes;
}
