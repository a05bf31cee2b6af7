import { setImmediate } from 'node:timers/promises';
import { Injectable } from '@nestjs/common';
import { LRUCache } from 'lru-cache';
import type { PageRequest } from '../../kernel/paging.ts';
import { freshQueries, pageWithFresh, type FreshQuery, type QueryOrder } from './fresh-queries.ts';
import type { Scope } from './metrics.reader.ts';
import type { Measure } from './query-sets.ts';
import { weightsOf } from './query-weights.ts';

/** Of all orders together, for each process. */
const MAX_BYTES = 64 * 1024 * 1024;
/** Of all alphabets together. */
const MAX_ALPHABETS = 64 * 1024 * 1024;
/** Milliseconds. Retention takes rare queries out of rollups that stay the same otherwise. */
const MAX_AGE = 10 * 60_000;
/** Numbers that are looked at between two turns of the event loop. */
const TURN = 200_000;
/** Weights below are counted, the others sorted. */
const LIGHT = 4_096;

/** Nothing is to be put in line. */
const NO_RANKS = new Uint32Array();

/** A part of an order, and how many queries it has in all. */
export interface OrderedPage {
  total: number;
  queries: string[];
  weights: number[];
}

/** The numbers of all queries in the order of their words, and by number its place in it. */
interface Alphabet {
  version: string;
  numbers: Uint32Array;
  ranks: Uint32Array;
}

/**
 * The orders of long lists, which are found from what queries weigh on each day, by their numbers: neither their words nor
 * their other counts are read. An order is kept: it is of certain rollups of certain days, and when one is made anew, the
 * order is found anew. What the days say that are counted from raw events is put in line for each page. What a query says is
 * read from the rollups.
 */
@Injectable()
export class QueryOrders {
  readonly #orders = new LRUCache<string, QueryOrder>({
    maxSize: MAX_BYTES,
    sizeCalculation: ({ numbers, weights }) => numbers.byteLength + weights.byteLength + 1,
    ttl: MAX_AGE,
  });
  readonly #alphabets = new LRUCache<string, Alphabet>({
    maxSize: MAX_ALPHABETS,
    sizeCalculation: ({ numbers, ranks }) => numbers.byteLength + ranks.byteLength + 1,
    ttl: MAX_AGE,
  });

  /** It need not be found. */
  isKept(scope: Scope, measure: Measure): boolean {
    return scope.weighed && this.#orders.has(keyOf(scope, measure));
  }

  /** The queries of a page, and how many there are in all. Null when they are not to be had this way. */
  async page(scope: Scope, measure: Measure, page: PageRequest): Promise<OrderedPage | null> {
    const found = await this.#find(scope, measure);
    if (!found) return null;
    const { total, places } = pageWithFresh(found.order, found.ranks, found.fresh, page);
    const numbers = places.flatMap(({ number }) => number ?? []);
    const named = await scope.tx.query<{ number: number; normalized_query: string }>(
      'select number, normalized_query from rollup_query_numbers where tenant_id = $1 and number = any($2)',
      [scope.tenant.tenantId, numbers],
    );
    const queries = new Map(named.map((row) => [row.number, row.normalized_query]));
    if (queries.size === numbers.length)
      return {
        total,
        queries: places.map((place) => (place.number === null ? place.query : queries.get(place.number)!)),
        weights: places.map(({ weight }) => weight),
      };
    this.#orders.delete(keyOf(scope, measure));
    return null;
  }

  /** What these queries weigh by a measure. Null when it is not to be had this way. */
  async weights(scope: Scope, measure: Measure, queries: readonly string[]): Promise<number[] | null> {
    const found = await this.#find(scope, measure);
    if (!found) return null;
    const named = await scope.tx.query<{ number: number; normalized_query: string }>(
      'select number, normalized_query from rollup_query_numbers where tenant_id = $1 and normalized_query = any($2)',
      [scope.tenant.tenantId, queries],
    );
    const asked = new Map(named.map((row) => [row.number, row.normalized_query]));
    const weights = new Map(found.fresh.map(({ query, weight }) => [query, weight]));
    const { numbers, weights: closed } = found.order;
    for (let at = 0; at < numbers.length; at++) {
      const query = asked.get(numbers[at]!);
      if (query !== undefined) weights.set(query, (weights.get(query) ?? 0) + closed[at]!);
    }
    return queries.map((query) => weights.get(query) ?? 0);
  }

  /** The order of the days that are rolled up, and what the others have. Null of days whose queries are not weighed. */
  async #find(
    scope: Scope,
    measure: Measure,
  ): Promise<{ order: QueryOrder; ranks: Uint32Array; fresh: FreshQuery[] } | null> {
    if (!scope.weighed) return null;
    const fresh = await freshQueries(scope, measure);
    if (!fresh) return null;
    const key = keyOf(scope, measure);
    const kept = this.#orders.get(key);
    if (kept && fresh.length === 0) return { order: kept, ranks: NO_RANKS, fresh };
    // The alphabet after the weights: it has all that they speak of.
    const weights = kept ? null : await weightsOf(scope, measure);
    const { numbers, ranks } = await this.#alphabet(scope);
    const order = kept ?? (await sorted(weights!, numbers));
    if (!order) return null;
    if (!kept) this.#orders.set(key, order);
    const isRanked = fresh.every(({ number, behind }) => (number ?? behind ?? -1) < ranks.length);
    return isRanked ? { order, ranks, fresh } : null;
  }

  async #alphabet({ tx, tenant }: Scope): Promise<Alphabet> {
    const kept = this.#alphabets.get(tenant.tenantId);
    const [found] = await tx.query<{ version: string; numbers: Buffer | null }>(
      `select xmin::text as version, case when xmin::text is distinct from $2 then numbers end as numbers
       from rollup_query_alphabets where tenant_id = $1`,
      [tenant.tenantId, kept?.version ?? null],
    );
    if (!found) return { version: '', numbers: new Uint32Array(), ranks: new Uint32Array() };
    if (!found.numbers) return kept!;
    const alphabet = { version: found.version, ...(await ranked(found.numbers)) };
    this.#alphabets.set(tenant.tenantId, alphabet);
    return alphabet;
  }
}

/** A list of integers, the highest bytes first, and the place of each in it. */
async function ranked(list: Buffer): Promise<Omit<Alphabet, 'version'>> {
  const numbers = new Uint32Array(list.length / Uint32Array.BYTES_PER_ELEMENT);
  let last = -1;
  for (let at = 0; at < numbers.length; at++) {
    numbers[at] = list.readUInt32BE(at * Uint32Array.BYTES_PER_ELEMENT);
    last = Math.max(last, numbers[at]!);
    if (at % TURN === TURN - 1) await setImmediate();
  }
  const ranks = new Uint32Array(last + 1);
  for (let at = 0; at < numbers.length; at++) {
    ranks[numbers[at]!] = at;
    if (at % TURN === TURN - 1) await setImmediate();
  }
  return { numbers, ranks };
}

const keyOf = ({ tenant, channel, version }: Scope, measure: Measure): string =>
  [tenant.tenantId, measure, channel, version].join(' ');

/** Counts the light ones into their places, in the order of the alphabet. Null when the alphabet lacks some. */
async function sorted(weights: Uint32Array, alphabet: Uint32Array): Promise<QueryOrder | null> {
  const counts = new Uint32Array(LIGHT);
  let heard = 0;
  for (const weight of weights) {
    if (weight === 0) continue;
    heard += 1;
    if (weight < LIGHT) counts[weight]! += 1;
  }
  await setImmediate();
  const places = new Uint32Array(LIGHT);
  let place = heard;
  for (let weight = 1; weight < LIGHT; weight++) places[weight] = place -= counts[weight]!;
  const numbers = new Uint32Array(heard);
  const heavy: number[] = [];
  let placed = 0;
  for (let at = 0; at < alphabet.length; at++) {
    const number = alphabet[at]!;
    const weight = weights[number] ?? 0;
    if (weight > 0) {
      placed += 1;
      if (weight < LIGHT) numbers[places[weight]!++] = number;
      else heavy.push(number);
    }
    if (at % TURN === TURN - 1) await setImmediate();
  }
  if (placed !== heard) return null;
  heavy.sort((a, b) => weights[b]! - weights[a]!);
  numbers.set(heavy);
  return { numbers, weights: numbers.map((number) => weights[number]!) };
}
