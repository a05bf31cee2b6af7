import { Injectable } from '@nestjs/common';
import { Database, movedTime, type Transaction } from '../../../platform/database/index.ts';
import { uuidOf, type ClickEvent, type Outcome } from '../event.ts';
import { MachineWatch } from '../machine-watch.ts';
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
  withoutRepeats,
} from './batch.ts';
import { lockSessions } from './session-locks.ts';

/** Clicks without an id: the same item for the same query in the same session this close together is one click. */
const PAIR_WINDOW = `interval '30 seconds'`;

const INSERT = `
  with input as (
    select * from unnest(${SHARED_TYPES}, $9::text[], $10::text[], $11::text[], $12::integer[], $13::text[], $14::uuid[])
      i (${SHARED_NAMES}, query, normalized_query, item_id, position, channel, pair)),
  ${claimKeys('click')},
  paired as (
    insert into click_pairs as p (tenant_id, pair, event_id, clicked_at, seen_at)
    select tenant_id, pair, id, occurred_at, received_at from input i
    where not named and not exists (
      -- against clicks that have an id too; two of these at once meet in the unique key
      select from clicks c
      where c.tenant_id = i.tenant_id and c.session_id = i.session_id and c.item_id = i.item_id
        and c.normalized_query = i.normalized_query
        and c.occurred_at between i.occurred_at - ${PAIR_WINDOW} and i.occurred_at + ${PAIR_WINDOW}
        and c.occurred_at >= ${movedTime('$15', '-1 minute')} and c.occurred_at <= ${movedTime('$16', '1 minute')})
    order by tenant_id, pair
    on conflict (tenant_id, pair) do update set event_id = excluded.event_id, clicked_at = excluded.clicked_at,
      seen_at = excluded.seen_at
    where excluded.clicked_at not between p.clicked_at - ${PAIR_WINDOW} and p.clicked_at + ${PAIR_WINDOW}
    returning tenant_id, pair)
  insert into clicks (tenant_id, occurred_at, id, session_id, query, normalized_query, item_id, position, channel,
                      query_id, received_at, ip_hash)
  select i.tenant_id, occurred_at, id, session_id, query, normalized_query, item_id, position, channel, query_id,
         received_at, ip_hash
  from ${FRESH_INPUT}
    and (named or exists (select from paired p where p.tenant_id = i.tenant_id and p.pair = i.pair))
  returning tenant_id, id`;

/**
 * A click that arrives after the conversion it led to takes it: the last click on the item before the purchase decides,
 * in whatever order they were delivered.
 */
const TAKE_CONVERSIONS = `
  with taken as (
    update conversions c set attribution = 'click', attributed_query = k.normalized_query, attributed_at = k.occurred_at,
      attributed_query_id = k.query_id, channel = coalesce(k.channel, c.channel)
    from (
      select distinct on (c.tenant_id, c.order_id, c.item_id) c.order_id, k.*
      from unnest($1::uuid[], $2::uuid[], $3::timestamptz[], $4::text[], $5::text[], $6::text[], $7::uuid[])
        k (tenant_id, session_id, occurred_at, item_id, normalized_query, channel, query_id)
      join conversions c on c.tenant_id = k.tenant_id and c.session_id = k.session_id and c.item_id = k.item_id
        and c.occurred_at >= k.occurred_at and c.occurred_at < k.occurred_at + interval '30 days'
      where c.attribution in ('none', 'search') or (c.attribution = 'click' and c.attributed_at < k.occurred_at)
      order by c.tenant_id, c.order_id, c.item_id, k.occurred_at desc
    ) k
    where c.tenant_id = k.tenant_id and c.order_id = k.order_id and c.item_id = k.item_id
    returning c.tenant_id, c.session_id, c.occurred_at),
  learned as (
    insert into behaviour_marks (tenant_id, day)
    select distinct tenant_id, (occurred_at at time zone 'UTC')::date from taken)
  -- every day with a purchase of the session: it may count as buying on another one now
  insert into rollup_marks (tenant_id, day)
  select distinct c.tenant_id, (c.occurred_at at time zone coalesce(s.overrides->>'timezone', 'UTC'))::date
  from taken t join conversions c on c.tenant_id = t.tenant_id and c.session_id = t.session_id
  join tenant_settings s on s.tenant_id = c.tenant_id`;

@Injectable()
export class ClickStore {
  constructor(
    private readonly database: Database,
    private readonly machines: MachineWatch,
  ) {}

  async write(events: readonly ClickEvent[]): Promise<Outcome[]> {
    const distinct = withoutRepeats(events);
    const pairs = new Map(distinct.map((event) => [event, pairOf(event)]));
    const pair = (event: ClickEvent): string => pairs.get(event)!;
    return this.database.system(async (tx) => {
      await lockSessions(tx, 'shared', distinct);
      await markDays(tx, distinct);
      const stored = new Set<string>();
      const keyOf = (event: ClickEvent): string => `${event.tenant.tenantId} ${pair(event)}`;
      for (const round of rounds(distinct, keyOf)) {
        const rows = await insertClicks(tx, round, pair);
        for (const row of rows) stored.add(`${row.tenant_id} ${row.id}`);
      }
      const isStored = (event: ClickEvent): boolean => stored.has(`${event.tenant.tenantId} ${event.id}`);
      const kept = distinct.filter(isStored);
      if (kept.length > 0) await takeConversions(tx, kept);
      await this.machines.look(tx, 'clicks', kept);
      const firsts = await firstOf(
        tx,
        distinct.filter((event) => !event.named && !isStored(event)),
        pair,
      );
      // Of repeats within the batch the first one finds its key and takes it away.
      return events.map((event) => ({
        status: stored.delete(`${event.tenant.tenantId} ${event.id}`) ? 'accepted' : 'duplicate',
        eventId: firsts.get(event) ?? event.id,
      }));
    });
  }
}

const pairOf = (event: ClickEvent): string => uuidOf(event.sessionId, event.normalizedQuery, event.itemId);

function insertClicks(tx: Transaction, clicks: ClickEvent[], pair: (event: ClickEvent) => string) {
  return tx.query<{ tenant_id: string; id: string }>(INSERT, [
    ...columnsOf(
      clicks,
      ...SHARED_COLUMNS,
      (event) => event.query,
      (event) => event.normalizedQuery,
      (event) => event.itemId,
      (event) => event.position,
      (event) => event.channel,
      pair,
    ),
    ...boundsOf(clicks),
  ]);
}

async function takeConversions(tx: Transaction, clicks: ClickEvent[]): Promise<void> {
  await tx.query(
    TAKE_CONVERSIONS,
    columnsOf(
      clicks,
      (event) => event.tenant.tenantId,
      (event) => event.sessionId,
      (event) => new Date(event.at).toISOString(),
      (event) => event.itemId,
      (event) => event.normalizedQuery,
      (event) => event.channel,
      (event) => event.queryId,
    ),
  );
}

/** The ids under which clicks without an id of their own are known. */
async function firstOf(tx: Transaction, repeats: ClickEvent[], pair: (event: ClickEvent) => string) {
  const firsts = new Map<ClickEvent, string>();
  if (repeats.length === 0) return firsts;
  const rows = await tx.query<{ n: string; event_id: string }>(
    `select n, p.event_id from unnest($1::uuid[], $2::uuid[]) with ordinality i (tenant_id, pair, n)
     join click_pairs p on p.tenant_id = i.tenant_id and p.pair = i.pair`,
    columnsOf(repeats, (event) => event.tenant.tenantId, pair),
  );
  for (const { n, event_id } of rows) firsts.set(repeats[Number(n) - 1]!, event_id);
  return firsts;
}
