import type { PageRequest } from '../../kernel/paging.ts';
import type { Scope } from './metrics.reader.ts';
import type { Measure } from './query-sets.ts';

/** Queries of an order by number, the heaviest first, in the order of their words within the same weight; and what each weighs. */
export interface QueryOrder {
  numbers: Uint32Array;
  weights: Uint32Array;
}

/** A query of days that are counted from raw events: one that has a number, or a new one and the number that it stands behind. */
export interface FreshQuery {
  query: string;
  weight: number;
  number: number | null;
  behind: number | null;
}

/** A place of an order with fresh queries: of those without a number the words. */
export type Place = { weight: number } & ({ number: number } | { number: null; query: string });

/** More are not put in line one by one. */
const MOST = 50_000;

/**
 * What the days of a scope that are counted from raw events have, in the order of words; null when they are too many. Days that
 * are all rolled up are not asked.
 */
export async function freshQueries(scope: Scope, measure: Measure): Promise<FreshQuery[] | null> {
  if (scope.closed) return [];
  const fresh = await scope.facts<FreshQuery>(
    'queries',
    `, fresh as materialized (
         select normalized_query, sum(${measure})::int as weight from live where ${measure} > 0
         group by normalized_query limit ${MOST + 1}),
       numbers as materialized (
         select normalized_query, number from rollup_query_numbers
         where tenant_id = $1 and normalized_query = any(array(select normalized_query from fresh)))
     select normalized_query as query, weight, number, case when number is null then (
       select p.number from rollup_query_numbers p
       where p.tenant_id = $1 and p.normalized_query < fresh.normalized_query order by p.normalized_query desc limit 1)
     end as behind
     from fresh left join numbers using (normalized_query) order by normalized_query`,
  );
  return fresh.length > MOST ? null : fresh;
}

/** A page of an order with fresh queries among it, and how many there are in all; `ranks`: by number, its place among all words. */
export function pageWithFresh(
  order: QueryOrder,
  ranks: Uint32Array,
  fresh: readonly FreshQuery[],
  { limit, offset }: PageRequest,
): { total: number; places: Place[] } {
  const { numbers, weights } = order;
  if (fresh.length === 0) {
    const page = Array.from(numbers.subarray(offset, offset + limit), (number, at) => ({
      number,
      weight: weights[offset + at]!,
    }));
    return { total: numbers.length, places: page };
  }
  const known = new Map(fresh.flatMap((one) => (one.number === null ? [] : [[one.number, one] as const])));
  const isFresh = new Uint8Array(ranks.length);
  for (const number of known.keys()) isFresh[number] = 1;
  const before = new Map<FreshQuery, number>();
  for (let at = 0; before.size < known.size && at < numbers.length; at++) {
    const number = numbers[at]!;
    if (isFresh[number] === 1) before.set(known.get(number)!, weights[at]!);
  }
  // Behind a word, and before the next: those behind the same one stay in the order in which they come.
  const rankOf = ({ number, behind }: FreshQuery): number =>
    number !== null ? ranks[number]! : behind !== null ? ranks[behind]! + 0.5 : -1;
  const added = fresh
    .map((one) => ({ ...one, weight: one.weight + (before.get(one) ?? 0), rank: rankOf(one) }))
    .sort((a, b) => b.weight - a.weight || a.rank - b.rank);

  const places: Place[] = [];
  let next = 0;
  let at = 0;
  for (let place = 0; place < offset + limit; place++) {
    while (at < numbers.length && isFresh[numbers[at]!] === 1) at++;
    const one = added[next];
    const isNext =
      one !== undefined &&
      (at === numbers.length ||
        one.weight > weights[at]! ||
        (one.weight === weights[at] && one.rank < ranks[numbers[at]!]!));
    if (!isNext && at === numbers.length) break;
    const { number, weight, query } = isNext ? one : { number: numbers[at]!, weight: weights[at]!, query: '' };
    if (isNext) next++;
    else at++;
    if (place >= offset) places.push(number === null ? { number, weight, query } : { number, weight });
  }
  return { total: numbers.length - before.size + fresh.length, places };
}
