import { Injectable } from '@nestjs/common';
import type { TenantContext } from '../../kernel/tenant-context.ts';
import type { Transaction } from '../../platform/database/index.ts';
import type { Evidence } from './appeal.ts';

export interface ItemRow extends Evidence {
  item_id: string;
}

export interface QueryRow {
  normalized_query: string;
  spelling: string;
  /** Distinct sessions that asked for it, and the same decayed. */
  sessions: number;
  asked: number;
}

export interface PairRow extends ItemRow {
  normalized_query: string;
}

/** Together with an item in the same orders. */
const MIN_ORDERS = 3;

/** The sums that the learner keeps. `$2` is the present value of what they count. */
@Injectable()
export class BehaviourRepository {
  /** The items with the most gain, then those that were shown most in vain. */
  items(tx: Transaction, { tenantId }: TenantContext, value: number, limit: number): Promise<ItemRow[]> {
    return tx.query(
      `select item_id, expected * $2 as expected, gain * $2 as gain, corroborated * $2 as corroborated
       from behaviour_totals where tenant_id = $1 and normalized_query = '' and item_id <> ''
       order by gain desc, expected desc, item_id limit $3`,
      [tenantId, value, limit],
    );
  }

  queries(tx: Transaction, { tenantId }: TenantContext, value: number, limit: number): Promise<QueryRow[]> {
    return tx.query(
      `select normalized_query, spelling, sessions::float8 as sessions, asked * $2 as asked
       from behaviour_totals where tenant_id = $1 and item_id = ''
       order by asked desc, normalized_query limit $3`,
      [tenantId, value, limit],
    );
  }

  /** What these queries drew, the most telling `each` of each. */
  pairs(
    tx: Transaction,
    { tenantId }: TenantContext,
    value: number,
    queries: readonly string[],
    each: number,
  ): Promise<PairRow[]> {
    return tx.query(
      `select q.normalized_query, p.* from unnest($3::text[]) with ordinality q (normalized_query, place)
       cross join lateral (
         select item_id, expected * $2 as expected, gain * $2 as gain, corroborated * $2 as corroborated
         from behaviour_totals t
         where t.tenant_id = $1 and t.normalized_query = q.normalized_query and t.item_id <> ''
         order by gain desc, expected desc, item_id limit $4) p
       order by q.place`,
      [tenantId, value, queries, each],
    );
  }

  /**
   * What is bought in the same orders, as far as several buyers or the shop vouch for it, and what is picked for the same
   * queries; `weight` from 0 to 1.
   */
  related(tx: Transaction, { tenantId }: TenantContext, itemId: string): Promise<{ id: string; weight: number }[]> {
    return tx.query(
      `with bought as (
         select o.item_id, count(distinct o.order_id) as orders
         from (select order_id from conversions where tenant_id = $1 and item_id = $2 order by occurred_at desc limit 1000) mine
         join conversions o on o.tenant_id = $1 and o.order_id = mine.order_id and o.item_id <> $2
         where o.session_id not in (select session_id from machine_sessions where tenant_id = $1)
         group by o.item_id
         having count(distinct o.order_id) >= ${MIN_ORDERS} and (bool_or(o.verified) or count(distinct o.ip_hash) >= ${MIN_ORDERS})),
       picked as (
         select o.item_id, sum(least(o.corroborated, mine.corroborated)) / max(mine.all_of_it) as share
         from (select normalized_query, corroborated, sum(corroborated) over () as all_of_it from behaviour_totals
               where tenant_id = $1 and item_id = $2 and normalized_query <> '' and corroborated > 0
               order by corroborated desc limit 20) mine
         join behaviour_totals o on o.tenant_id = $1 and o.normalized_query = mine.normalized_query
           and o.item_id not in ('', $2) and o.corroborated > 0
         group by o.item_id)
       select item_id as id, least(1, coalesce(b.orders / (b.orders + 5.0), 0) + 0.3 * coalesce(p.share, 0))::float8 as weight
       from bought b full join picked p using (item_id)
       order by weight desc, item_id limit 200`,
      [tenantId, itemId],
    );
  }
}
