import { setImmediate } from 'node:timers/promises';
import type { TenantContext } from '../../kernel/tenant-context.ts';
import type { Transaction } from '../../platform/database/index.ts';
import { numbersLock } from '../tracking/index.ts';
import type { Scope } from './metrics.reader.ts';
import { orderNumbers, WEIGHTS, type Measure } from './query-sets.ts';

/** Distances from here on do not fit into a byte: it stands before an integer. */
const WIDE = 255;
/** Bytes of an integer. */
const INT = 4;
/** Weights are counted in integers. */
const MOST = 2 ** 31 - 1;
/** Days held in memory: a busy one has a megabyte. */
const DAYS_AT_ONCE = 16;
/** Bytes that are read between two turns of the event loop. */
const TURN = 256 * 1_024;

const distance = (from: string): string => `
  case when ${from} < ${WIDE} then set_byte('\\x00'::bytea, 0, ${from}) else '\\xff'::bytea || int4send(${from}) end`;

/** Of a day that a version before numbered, whose alphabet may be missing. */
export async function weighNumbered(tx: Transaction, tenant: TenantContext, day: string): Promise<void> {
  await tx.query('select pg_advisory_xact_lock(hashtextextended($1, 0))', [numbersLock(tenant.tenantId)]);
  const kept = await tx.query('select from rollup_query_alphabets where tenant_id = $1', [tenant.tenantId]);
  if (kept.length === 0) await orderNumbers(tx, tenant);
  await weighQueries(tx, tenant, day);
}

/** From the rollup of a day whose queries have numbers: what each of them weighs. */
export async function weighQueries(tx: Transaction, tenant: TenantContext, day: string): Promise<void> {
  const key = [tenant.tenantId, day];
  await tx.query('delete from rollup_query_weights where tenant_id = $1 and day = $2', key);
  await tx.query(
    `with weighed as (
       select q.channel, w.measure, n.number, least(w.weight, ${MOST})::int as weight
       from rollup_queries q join rollup_query_numbers n using (tenant_id, normalized_query), ${WEIGHTS}
       where q.tenant_id = $1 and q.day = $2 and w.weight > 0),
     placed as (
       select *, number - lag(number, 1, -1) over (partition by channel, measure, weight > 1 order by number) as step
       from weighed)
     insert into rollup_query_weights (tenant_id, day, channel, measure, once, more)
     select $1, $2, channel, measure,
       coalesce(string_agg(${distance('step')}, ''::bytea order by number) filter (where weight = 1), ''),
       coalesce(string_agg(${distance('step')} || int4send(weight), ''::bytea order by number) filter (where weight > 1), '')
     from placed group by channel, measure`,
    key,
  );
}

/** What queries weigh in the days of a scope that are rolled up, by number; 0 of those that are not in them. */
export async function weightsOf(scope: Scope, measure: Measure): Promise<Uint32Array> {
  const { tx, tenant, rolled, channel } = scope;
  const weights = new Weights();
  let read = 0;
  for (let from = 0; from < rolled.length; from += DAYS_AT_ONCE) {
    const days = await tx.query<{ once: Buffer; more: Buffer }>(
      `select once, more from rollup_query_weights
       where tenant_id = $1 and day = any($2::date[]) and channel = $3 and measure = $4`,
      [tenant.tenantId, rolled.slice(from, from + DAYS_AT_ONCE), channel, measure],
    );
    for (const { once, more } of days) {
      weights.add(once, false);
      weights.add(more, true);
      read += once.length + more.length;
      if (read > TURN) {
        read = 0;
        await setImmediate();
      }
    }
  }
  return weights.values;
}

class Weights {
  values = new Uint32Array(1 << 16);

  /** A list of distances, `weighed` when a weight stands behind each. */
  add(list: Buffer, weighed: boolean): void {
    let number = -1;
    for (let at = 0; at < list.length;) {
      const step = list[at]!;
      at += 1;
      if (step < WIDE) number += step;
      else {
        number += list.readInt32BE(at);
        at += INT;
      }
      if (number >= this.values.length) this.#reach(number);
      if (weighed) {
        this.values[number]! += list.readInt32BE(at);
        at += INT;
      } else this.values[number]! += 1;
    }
  }

  #reach(number: number): void {
    const longer = new Uint32Array(2 ** Math.ceil(Math.log2(number + 1)));
    longer.set(this.values);
    this.values = longer;
  }
}
