import type { Transaction } from '../../../platform/database/index.ts';
import { MARK_BEHAVIOUR, behaviourColumns, markBehaviour } from '../behaviour-marks.ts';
import type { EventKind, TrackedEvent } from '../event.ts';

/** `unnest` takes a list a column: 200 rows a statement cost a tenth of 200 statements. */
export function columnsOf<Row>(rows: readonly Row[], ...columns: ((row: Row) => unknown)[]): unknown[][] {
  return columns.map((column) => rows.map(column));
}

/** ISO 8601 of milliseconds since 1970. Events of a batch are of the same second or two, and `Date` takes 1 µs for each. */
export function iso(time: number): string {
  const second = Math.floor(time / 1_000);
  if (second !== lastSecond) {
    lastSecond = second;
    upToPoint = new Date(second * 1_000).toISOString().slice(0, 20);
  }
  return upToPoint + String(Math.floor(time - second * 1_000)).padStart(3, '0') + 'Z';
}
let lastSecond = NaN;
let upToPoint = '';

/** The first and the last time of some events: partitions before and after them are not planned for. */
export function boundsOf(events: readonly TrackedEvent[]): [string, string] {
  let first = Infinity;
  let last = -Infinity;
  for (const { at } of events) {
    first = Math.min(first, at);
    last = Math.max(last, at);
  }
  return [iso(first), iso(last)];
}

export const hashOf = (event: TrackedEvent): Buffer | null => event.ipHash;
/** What every event begins with, in the order of `SHARED_NAMES`. */
export const SHARED_COLUMNS: readonly ((event: TrackedEvent) => unknown)[] = [
  (event: TrackedEvent) => event.tenant.tenantId,
  (event: TrackedEvent) => event.id,
  (event: TrackedEvent) => event.named,
  (event: TrackedEvent) => iso(event.at),
  (event: TrackedEvent) => iso(event.receivedAt),
  (event: TrackedEvent) => event.sessionId,
  (event: TrackedEvent) => event.queryId,
  hashOf,
];
export const SHARED_TYPES =
  '$1::uuid[], $2::uuid[], $3::boolean[], $4::timestamptz[], $5::timestamptz[], $6::uuid[], $7::uuid[], $8::bytea[]';
export const SHARED_NAMES = 'tenant_id, id, named, occurred_at, received_at, session_id, query_id, ip_hash';

/** One letter, because every event has a key: p is a purchase. */
export const KEY_KINDS = { search: 's', click: 'c', conversion: 'p' } as const satisfies Record<EventKind, string>;

/** The ids that senders gave; ordered, so that two batches never wait for each other crosswise. */
export const insertKeys = (kind: EventKind): string =>
  `insert into event_keys (tenant_id, kind, event_id, seen_at)
      select tenant_id, '${KEY_KINDS[kind]}', id, received_at from input where named order by tenant_id, id`;

/** Claims those of them that nobody has claimed before. */
export const claimKeys = (kind: EventKind): string => `fresh as (
      ${insertKeys(kind)}
      on conflict do nothing returning tenant_id, event_id)`;

/** Events that may be stored: hashed, because a batch compared with itself row by row is quadratic. */
export const FRESH_INPUT = `
  input i left join fresh f on f.tenant_id = i.tenant_id and f.event_id = i.id
  where (not i.named or f.event_id is not null)`;

/** Events whose ids were claimed before: mostly none, so that a batch is answered without a row. */
export const KNOWN_INPUT = `
  input i left join fresh f on f.tenant_id = i.tenant_id and f.event_id = i.id
  where i.named and f.event_id is null`;

function marksOf(events: readonly TrackedEvent[]): string[][] {
  const marks = new Set<string>();
  for (const { tenant, days } of events) for (const day of days) marks.add(`${tenant.tenantId} ${day}`);
  return [...marks].map((mark) => mark.split(' '));
}

function rollupColumns(events: readonly TrackedEvent[]): unknown[][] {
  return columnsOf(
    marksOf(events),
    ([tenantId]) => tenantId,
    ([, day]) => day,
  );
}

const MARK_ROLLUPS = (tenants: string, days: string): string =>
  `insert into rollup_marks (tenant_id, day) select * from unnest(${tenants}::uuid[], ${days}::date[])`;

/** As `markDays`, inside a statement; its four parameters are `markColumns`. */
export const marked = (first: number): string => `
  marked as (${MARK_ROLLUPS(`$${first}`, `$${first + 1}`)}),
  behaved as (${MARK_BEHAVIOUR(`$${first + 2}`, `$${first + 3}`)})`;

export const markColumns = (events: readonly TrackedEvent[], behaviour: readonly string[]): unknown[][] => [
  ...rollupColumns(events),
  ...behaviourColumns(behaviour),
];

/** The transaction in which an event of a day is stored says so: its rollup, if there is one, is stale from then on. */
export async function markDays(tx: Transaction, events: readonly TrackedEvent[]): Promise<void> {
  await markBehaviour(tx, events);
  const columns = rollupColumns(events);
  if (columns[0]!.length > 0) await tx.query(MARK_ROLLUPS('$1', '$2'), columns);
}

const idOf = (event: TrackedEvent): string => `${event.tenant.tenantId} ${event.id}`;

/** Events of a batch that repeat an earlier one of it: they get its answer, as a duplicate. */
export function withoutRepeats<Event extends TrackedEvent>(events: readonly Event[]): Event[] {
  // Mostly there is none, and then not even two of different tenants have the same id.
  if (new Set(events.map(({ id }) => id)).size === events.length) return [...events];
  const seen = new Map<string, Event>();
  for (const event of events) if (!seen.has(idOf(event))) seen.set(idOf(event), event);
  return [...seen.values()];
}

/** Rounds in which no key occurs twice: a statement can touch a row only once. */
export function rounds<Event>(events: readonly Event[], keyOf: (event: Event) => string): Event[][] {
  const counts = new Map<string, number>();
  const made: Event[][] = [];
  for (const event of events) {
    const round = counts.get(keyOf(event)) ?? 0;
    counts.set(keyOf(event), round + 1);
    (made[round] ??= []).push(event);
  }
  return made;
}
