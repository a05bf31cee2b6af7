import type { PageRequest } from '../../kernel/paging.ts';
import type { ConversionsResponse } from './dto/metrics.responses.ts';
import { ALL_CHANNELS, type Scope } from './metrics.reader.ts';

type Conversion = ConversionsResponse['rows'][number];

/** Part of a period, milliseconds since 1970; `end` is excluded. */
interface Stretch {
  start: number;
  end: number;
  conversions: number;
}

/**
 * A page of the purchases of a period, the latest first, and how many there are in all. Rollups say how many each of their
 * days has, so that only the days on which the page lies are read: passing over a hundred thousand took longer than all else.
 */
export async function conversionsOf(
  scope: Scope,
  { limit, offset }: PageRequest,
): Promise<{ total: number; rows: Conversion[] }> {
  let total = 0;
  let passed = 0;
  const read: Stretch[] = [];
  for (const stretch of await stretchesOf(scope)) {
    const end = total + stretch.conversions;
    if (end <= offset) passed = end;
    else if (total < offset + limit) read.push(stretch);
    total = end;
  }
  if (read.length === 0) return { total, rows: [] };
  const rows = await scope.tx.query<Conversion>(
    `select order_id, item_id, occurred_at as at, revenue::float8 as revenue, currency, quantity, verified, attribution,
            attributed_query as query, attributed_query_id as query_id, channel
     from conversions where ${COUNTED} order by occurred_at desc, order_id, item_id limit $5 offset $6`,
    [...parametersOf(scope, { start: read.at(-1)!.start, end: read[0]!.end }), limit, offset - passed],
  );
  return { total, rows };
}

const COUNTED = `tenant_id = $1 and occurred_at >= $2 and occurred_at < $3 and ($4 = '${ALL_CHANNELS}' or channel = $4)
  and session_id not in (select session_id from machine_sessions where tenant_id = $1)`;

const parametersOf = ({ tenant, channel }: Scope, { start, end }: Omit<Stretch, 'conversions'>): unknown[] => [
  tenant.tenantId,
  new Date(start),
  new Date(end),
  channel,
];

/** The days that rollups count, and what lies between them, counted from the purchases; the latest first. */
async function stretchesOf(scope: Scope): Promise<Stretch[]> {
  const { tx, tenant, period, channel, settled } = scope;
  const counted = await tx.query<{ day: string; conversions: number }>(
    `select day::text, sum(conversions)::float8 as conversions from rollup_hours
     where tenant_id = $1 and day = any($2::date[]) and channel = $3 group by day`,
    [tenant.tenantId, settled, channel],
  );
  const ofDay = new Map(settled.map((day) => [day, 0]));
  for (const { day, conversions } of counted) ofDay.set(day, conversions);
  const stretches: Stretch[] = [];
  let between: Stretch | null = null;
  for (const { day, start, end } of period.days.toReversed()) {
    const conversions = ofDay.get(day);
    if (conversions !== undefined) {
      between = null;
      stretches.push({ start, end, conversions });
    } else if (between) between.start = start;
    else stretches.push((between = { start, end, conversions: NaN }));
  }
  for (const stretch of stretches.filter(({ conversions }) => Number.isNaN(conversions))) {
    const [found] = await tx.query<{ conversions: number }>(
      `select count(*)::int as conversions from conversions where ${COUNTED}`,
      parametersOf(scope, stretch),
    );
    stretch.conversions = found!.conversions;
  }
  return stretches;
}
