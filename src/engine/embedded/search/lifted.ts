import type { Boost } from '../../port/index.ts';
import { passing } from './filter.ts';
import { inBoth } from './postings.ts';
import type { RankContext } from './rank.ts';

/** Above this share of the matches nothing is gained by telling them apart. */
const MOST_LIFTED = 1 / 2;

/**
 * Of some documents, ascending, those that boosts or behaviour may put before others that fit as well: all the rest has no boost above 1 and no
 * behaviour above 0. Ascending; null when they are too many. O(documents) with boosts, else
 * O(lifted × log documents).
 */
export function liftedAmong(
  { state, query, match, behaviour }: RankContext,
  view: number,
  documents: Uint32Array,
  boosts: readonly Boost[],
): Uint32Array | null {
  const { segment } = state.views[view]!;
  const lists = behaviour
    .liftedIn(segment, match !== null, query.behaviour)
    .map((lifted) => (lifted.length < documents.length ? inBoth(lifted, documents) : inBoth(documents, lifted)));
  for (const { filter, weight } of boosts) if (weight > 1) lists.push(passing(segment, documents, filter));
  const filled = lists.filter(({ length }) => length > 0);
  const lifted = filled.length < 2 ? (filled[0] ?? NONE) : inOrder(filled);
  return lifted.length > documents.length * MOST_LIFTED ? null : lifted;
}

const NONE = new Uint32Array(0);

function inOrder(lists: readonly Uint32Array[]): Uint32Array {
  const all = new Set<number>();
  for (const list of lists) for (const document of list) all.add(document);
  return Uint32Array.from(all).sort();
}

/** The documents that are not among the lifted ones; both ascend. */
export function others(documents: Uint32Array, lifted: Uint32Array): Uint32Array {
  const rest = new Uint32Array(documents.length - lifted.length);
  let next = 0;
  let count = 0;
  for (let i = 0; i < documents.length; i++) {
    if (documents[i] === lifted[next]) next++;
    else rest[count++] = documents[i]!;
  }
  return rest;
}
