import { Injectable } from '@nestjs/common';
import { LRUCache } from 'lru-cache';
import type { PageRequest } from '../../kernel/paging.ts';
import type { Scope } from './metrics.reader.ts';
import type { Listing } from './ranked-list.ts';

/** Of all orders together, for each process. */
const MAX_BYTES = 64 * 1024 * 1024;
/** Milliseconds. Retention takes rare queries out of rollups that stay the same otherwise. */
const MAX_AGE = 10 * 60_000;
/** Bytes of a query. */
const INT = 4;

/**
 * The orders of long lists, for their pages far down. Finding one adds up all queries of the period, which takes seconds; its
 * pages are then looked up. An order is of certain rollups of certain days: when one is made anew, the order is found anew.
 * It holds numbers of queries; what one says is read from the rollups.
 */
@Injectable()
export class QueryOrders {
  readonly #orders = new LRUCache<string, Buffer>({
    maxSize: MAX_BYTES,
    sizeCalculation: (order) => Math.max(order.length, 1),
    ttl: MAX_AGE,
  });

  /** The queries of a page, and how many there are in all. Null of a period with searches that are counted from raw events. */
  async page(
    scope: Scope,
    listing: Listing,
    { limit, offset }: PageRequest,
  ): Promise<{ total: number; queries: string[] } | null> {
    if (await hasLive(scope, listing)) return null;
    const key = [scope.tenant.tenantId, listing.measure, scope.channel, scope.version].join(' ');
    let order = this.#orders.get(key);
    if (!order) this.#orders.set(key, (order = await find(scope, listing)));
    const numbers = [];
    for (let at = offset; at < offset + limit && (at + 1) * INT <= order.length; at++)
      numbers.push(order.readInt32BE(at * INT));
    const named = await scope.tx.query<{ number: number; normalized_query: string }>(
      'select number, normalized_query from rollup_query_numbers where tenant_id = $1 and number = any($2)',
      [scope.tenant.tenantId, numbers],
    );
    const queries = new Map(named.map((row) => [row.number, row.normalized_query]));
    if (queries.size === numbers.length)
      return { total: order.length / INT, queries: numbers.map((number) => queries.get(number)!) };
    this.#orders.delete(key);
    return null;
  }
}

/** Searches are counted from raw events. A period of days that are all rolled up is not asked. */
async function hasLive(scope: Scope, { where }: Listing): Promise<boolean> {
  if (scope.closed) return false;
  const [open] = await scope.facts<{ live: boolean }>(
    'queries',
    `select exists (select from live where ${where}) as live`,
  );
  return open!.live;
}

/** The numbers of all queries of a list in its order, each as four bytes. */
async function find(scope: Scope, { where, weight }: Listing): Promise<Buffer> {
  const [found] = await scope.facts<{ numbers: Buffer | null }>(
    'queries',
    `, weights as (
       select normalized_query, sum(${weight}) as weight from facts where ${where} group by normalized_query)
     select string_agg(int4send(number), ''::bytea order by weight desc, weights.normalized_query) as numbers
     from weights join rollup_query_numbers n on n.tenant_id = $1 and n.normalized_query = weights.normalized_query`,
  );
  return found!.numbers ?? Buffer.alloc(0);
}
