import { Injectable } from '@nestjs/common';
import { Database, type Transaction } from '../../../platform/database/index.ts';
import type { ConversionEvent, Outcome } from '../event.ts';
import { ATTRIBUTED } from './attribution.ts';
import {
  boundsOf,
  claimKeys,
  columnsOf,
  FRESH_INPUT,
  markDays,
  rounds,
  SHARED_COLUMNS,
  SHARED_NAMES,
  SHARED_TYPES,
} from './batch.ts';
import { lockSessions } from './session-locks.ts';

const INPUT = `
  with input as (
    select * from unnest(${SHARED_TYPES}, $9::text[], $10::text[], $11::numeric[], $12::text[], $13::integer[],
                         $14::boolean[])
      i (${SHARED_NAMES}, order_id, item_id, revenue, currency, quantity, verified))`;

/** The shop's server has the last word about what a browser reported, once. */
const VERIFY = `revenue = excluded.revenue, currency = excluded.currency, quantity = excluded.quantity, verified = true`;

const INSERT = `${INPUT},
  ${claimKeys('conversion')},
  ${ATTRIBUTED}
  insert into conversions as c
    (tenant_id, order_id, item_id, id, occurred_at, session_id, revenue, currency, quantity, verified, query_id,
     attribution, attributed_query, attributed_query_id, attributed_at, channel, received_at, ip_hash)
  select i.tenant_id, order_id, item_id, i.id, occurred_at, session_id, revenue, currency, quantity, verified, query_id,
         a.attribution, a.attributed_query, a.attributed_query_id, a.attributed_at, a.channel, received_at, ip_hash
  from attributed a join (select i.* from ${FRESH_INPUT}) i on a.tenant_id = i.tenant_id and a.id = i.id
  order by i.tenant_id, order_id, item_id
  on conflict (tenant_id, order_id, item_id) do update set ${VERIFY} where excluded.verified and not c.verified
  returning tenant_id, order_id, item_id, xmax = 0 as inserted`;

/** A server that repeats the browser's event with the same id has the last word too. */
const VERIFY_KNOWN = `${INPUT}
  update conversions c set ${VERIFY.replaceAll('excluded.', 'i.')}
  from input i
  where c.tenant_id = i.tenant_id and c.order_id = i.order_id and c.item_id = i.item_id and not c.verified and i.verified
  returning c.tenant_id, c.order_id, c.item_id`;

/** The amounts of another day may have changed, and a late purchase changes on which day its session bought before. */
const MARK_DAYS = `
  with touched as (
    select c.tenant_id, c.occurred_at, i.zone
    from unnest($1::uuid[], $2::text[], $3::text[], $4::uuid[], $5::text[]) i (tenant_id, order_id, item_id, session_id, zone)
    join conversions c on c.tenant_id = i.tenant_id
      and (c.session_id = i.session_id or (c.order_id = i.order_id and c.item_id = i.item_id))),
  learned as (
    insert into behaviour_marks (tenant_id, day)
    select distinct tenant_id, (occurred_at at time zone 'UTC')::date from touched)
  insert into rollup_marks (tenant_id, day)
  select distinct tenant_id, (occurred_at at time zone zone)::date from touched`;

interface Touched {
  tenant_id: string;
  order_id: string;
  item_id: string;
  inserted: boolean;
}

@Injectable()
export class ConversionStore {
  constructor(private readonly database: Database) {}

  async write(events: readonly ConversionEvent[]): Promise<Outcome[]> {
    return this.database.system(async (tx) => {
      await lockSessions(tx, 'alone', events);
      const outcomes = new Map<ConversionEvent, Outcome>();
      for (const round of rounds(events, pairOf)) {
        // Within a round a pair occurs once, but two pairs may have come under one id.
        for (const part of rounds(round, idOf)) await this.#writePart(tx, part, outcomes);
      }
      return events.map((event) => outcomes.get(event)!);
    });
  }

  async #writePart(tx: Transaction, part: ConversionEvent[], outcomes: Map<ConversionEvent, Outcome>): Promise<void> {
    await markDays(tx, part);
    const rows = await tx.query<Touched>(INSERT, [...parametersOf(part), ...boundsOf(part)]);
    const touched = new Map(rows.map((row) => [`${row.tenant_id} ${row.order_id} ${row.item_id}`, row.inserted]));
    for (const event of part) {
      const accepted = touched.get(pairOf(event)) === true;
      outcomes.set(event, { status: accepted ? 'accepted' : 'duplicate', eventId: event.id });
    }
    const repeats = part.filter((event) => outcomes.get(event)!.status === 'duplicate');
    const verifiers = repeats.filter((event) => event.verified && !touched.has(pairOf(event)));
    if (verifiers.length > 0) await tx.query(VERIFY_KNOWN, parametersOf(verifiers));
    await this.#markOthers(tx, part, repeats);
    await this.#nameRepeats(tx, repeats, outcomes);
  }

  async #markOthers(tx: Transaction, part: ConversionEvent[], repeats: ConversionEvent[]): Promise<void> {
    const late = part.filter(({ at, receivedAt }) => receivedAt - at > 3_600_000);
    const changing = [...new Set([...late, ...repeats.filter(({ verified }) => verified)])];
    if (changing.length === 0) return;
    await tx.query(
      MARK_DAYS,
      columnsOf(
        changing,
        (event) => event.tenant.tenantId,
        (event) => event.orderId,
        (event) => event.itemId,
        (event) => event.sessionId,
        (event) => event.zone,
      ),
    );
  }

  /** A repeat without an id of its own is told the id under which the conversion is known. */
  async #nameRepeats(tx: Transaction, repeats: ConversionEvent[], outcomes: Map<ConversionEvent, Outcome>) {
    const unnamed = repeats.filter(({ named }) => !named);
    if (unnamed.length === 0) return;
    const rows = await tx.query<{ n: string; id: string }>(
      `select n, c.id from unnest($1::uuid[], $2::text[], $3::text[]) with ordinality i (tenant_id, order_id, item_id, n)
       join conversions c on c.tenant_id = i.tenant_id and c.order_id = i.order_id and c.item_id = i.item_id`,
      columnsOf(
        unnamed,
        (event) => event.tenant.tenantId,
        (event) => event.orderId,
        (event) => event.itemId,
      ),
    );
    for (const { n, id } of rows) outcomes.get(unnamed[Number(n) - 1]!)!.eventId = id;
  }
}

const pairOf = (event: ConversionEvent): string => `${event.tenant.tenantId} ${event.orderId} ${event.itemId}`;
const idOf = (event: ConversionEvent): string => `${event.tenant.tenantId} ${event.id}`;

function parametersOf(events: readonly ConversionEvent[]): unknown[][] {
  return columnsOf(
    events,
    ...SHARED_COLUMNS,
    (event) => event.orderId,
    (event) => event.itemId,
    (event) => event.revenue,
    (event) => event.currency,
    (event) => event.quantity,
    (event) => event.verified,
  );
}
