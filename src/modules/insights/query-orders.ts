import { setImmediate } from 'node:timers/promises';
import { Injectable } from '@nestjs/common';
import { LRUCache } from 'lru-cache';
import type { PageRequest } from '../../kernel/paging.ts';
import type { Scope } from './metrics.reader.ts';
import type { Measure } from './query-sets.ts';
import { weightsOf } from './query-weights.ts';

/** Of all orders together, for each process. */
const MAX_BYTES = 64 * 1024 * 1024;
/** Of all alphabets together. */
const MAX_ALPHABETS = 32 * 1024 * 1024;
/** Milliseconds. Retention takes rare queries out of rollups that stay the same otherwise. */
const MAX_AGE = 10 * 60_000;
/** Numbers that are looked at between two turns of the event loop. */
const TURN = 200_000;
/** Weights below are counted, the others sorted. */
const LIGHT = 4_096;

/** Queries by number, the heaviest first, in the order of their words within the same weight; and what each of them weighs. */
export interface QueryOrder {
  numbers: Uint32Array;
  weights: Uint32Array;
}

/** A part of an order, and how many queries it has in all. */
export interface OrderedPage {
  total: number;
  queries: string[];
  numbers: number[];
  weights: number[];
}

/**
 * The orders of long lists, which are found from what queries weigh on each day, by their numbers: neither their words nor
 * their other counts are read. An order is kept: it is of certain rollups of certain days, and when one is made anew, the
 * order is found anew. What a query says is read from the rollups.
 */
@Injectable()
export class QueryOrders {
  readonly #orders = new LRUCache<string, QueryOrder>({
    maxSize: MAX_BYTES,
    sizeCalculation: ({ numbers, weights }) => numbers.byteLength + weights.byteLength + 1,
    ttl: MAX_AGE,
  });
  readonly #alphabets = new LRUCache<string, { version: string; numbers: Uint32Array }>({
    maxSize: MAX_ALPHABETS,
    sizeCalculation: ({ numbers }) => numbers.byteLength + 1,
    ttl: MAX_AGE,
  });

  /** It need not be found. */
  isKept(scope: Scope, measure: Measure): boolean {
    return scope.weighed && this.#orders.has(keyOf(scope, measure));
  }

  /** Null of a period with searches that are counted from raw events, and of days whose queries are not weighed. */
  async find(scope: Scope, measure: Measure): Promise<QueryOrder | null> {
    if (!scope.weighed || (await hasLive(scope, measure))) return null;
    const key = keyOf(scope, measure);
    const kept = this.#orders.get(key);
    if (kept) return kept;
    // The alphabet afterwards: it has all that the weights speak of.
    const weights = await weightsOf(scope, measure);
    const found = await sorted(weights, await this.#alphabet(scope));
    if (found) this.#orders.set(key, found);
    return found;
  }

  /** The queries of a page, and how many there are in all. Null when they are not to be had this way. */
  async page(scope: Scope, measure: Measure, { limit, offset }: PageRequest): Promise<OrderedPage | null> {
    const order = await this.find(scope, measure);
    if (!order) return null;
    const numbers = [...order.numbers.subarray(offset, offset + limit)];
    const weights = [...order.weights.subarray(offset, offset + limit)];
    const named = await scope.tx.query<{ number: number; normalized_query: string }>(
      'select number, normalized_query from rollup_query_numbers where tenant_id = $1 and number = any($2)',
      [scope.tenant.tenantId, numbers],
    );
    const queries = new Map(named.map((row) => [row.number, row.normalized_query]));
    if (queries.size === numbers.length)
      return { total: order.numbers.length, queries: numbers.map((number) => queries.get(number)!), numbers, weights };
    this.#orders.delete(keyOf(scope, measure));
    return null;
  }

  async #alphabet({ tx, tenant }: Scope): Promise<Uint32Array> {
    const kept = this.#alphabets.get(tenant.tenantId);
    const [found] = await tx.query<{ version: string; numbers: Buffer | null }>(
      `select xmin::text as version, case when xmin::text is distinct from $2 then numbers end as numbers
       from rollup_query_alphabets where tenant_id = $1`,
      [tenant.tenantId, kept?.version ?? null],
    );
    if (!found) return new Uint32Array();
    if (!found.numbers) return kept!.numbers;
    // Aligned, and in the order of this processor's bytes.
    const bytes = new Uint8Array(found.numbers);
    const view = new DataView(bytes.buffer);
    const numbers = new Uint32Array(bytes.length / Uint32Array.BYTES_PER_ELEMENT);
    for (let at = 0; at < numbers.length; at++) numbers[at] = view.getInt32(at * Uint32Array.BYTES_PER_ELEMENT);
    this.#alphabets.set(tenant.tenantId, { version: found.version, numbers });
    return numbers;
  }
}

const keyOf = ({ tenant, channel, version }: Scope, measure: Measure): string =>
  [tenant.tenantId, measure, channel, version].join(' ');

/** Searches are counted from raw events. A period of days that are all rolled up is not asked. */
async function hasLive(scope: Scope, measure: Measure): Promise<boolean> {
  if (scope.closed) return false;
  const [open] = await scope.facts<{ live: boolean }>(
    'queries',
    `select exists (select from live where ${measure} > 0) as live`,
  );
  return open!.live;
}

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
