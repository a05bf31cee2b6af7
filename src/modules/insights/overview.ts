import { ATTRIBUTION_RULES } from './facts.ts';
import type { Scope } from './metrics.reader.ts';

export interface Counts {
  searches: number;
  no_results: number;
  no_clicks: number;
  clicked: number;
  clicks: number;
  position_sum: number;
  buckets: number[];
  conversions: number;
  attributed: number;
  /** By `ATTRIBUTION_RULES`. */
  attributedBy: number[];
  sessions: number;
  converted: number;
}

export interface Money {
  currency: string;
  amount: number;
  attributed_amount: number;
  conversions: number;
}

export const BUCKETS = ['1', '2-3', '4-10', '11-20', '21+'] as const;

/** Null when there is nothing to divide by: no searches is not the same as none of them. */
export const share = (part: number, whole: number): number | null => (whole === 0 ? null : part / whole);

/** The definitions of section 3 of the contract. */
export function ratesOf(counts: Counts) {
  return {
    no_result_rate: share(counts.no_results, counts.searches),
    no_click_rate: share(counts.no_clicks, counts.searches - counts.no_results),
    ctr: share(counts.clicked, counts.searches),
    mean_click_position: share(counts.position_sum, counts.clicks),
    conversion_rate: share(counts.converted, counts.sessions),
    attribution_coverage: share(counts.attributed, counts.conversions),
  };
}

const SUMS = `
  coalesce(sum(searches), 0)::float8 as searches, coalesce(sum(no_results), 0)::float8 as no_results,
  coalesce(sum(no_clicks), 0)::float8 as no_clicks, coalesce(sum(clicked), 0)::float8 as clicked,
  coalesce(sum(clicks), 0)::float8 as clicks, coalesce(sum(position_sum), 0)::float8 as position_sum,
  ${[1, 2, 3, 4, 5].map((n) => `coalesce(sum(buckets[${n}]), 0)::float8 as b${n}`).join(', ')},
  coalesce(sum(conversions), 0)::float8 as conversions, coalesce(sum(attributed), 0)::float8 as attributed,
  ${[1, 2, 3].map((n) => `coalesce(sum(attributed_by[${n}]), 0)::float8 as r${n}`).join(', ')},
  coalesce(sum(sessions), 0)::float8 as sessions, coalesce(sum(converted), 0)::float8 as converted`;

type SumRow = Omit<Counts, 'buckets' | 'attributedBy'> &
  Record<'b1' | 'b2' | 'b3' | 'b4' | 'b5' | 'r1' | 'r2' | 'r3', number>;

const countsOf = ({ b1, b2, b3, b4, b5, r1, r2, r3, ...row }: SumRow): Counts => ({
  ...row,
  buckets: [b1, b2, b3, b4, b5],
  attributedBy: [r1, r2, r3],
});

/** Conversions by the rule that decided, `none` last. */
export const byRule = ({ conversions, attributed, attributedBy }: Counts) => [
  ...ATTRIBUTION_RULES.map((rule, index) => ({ rule, conversions: attributedBy[index]! })),
  { rule: 'none' as const, conversions: conversions - attributed },
];

export async function totals(scope: Scope): Promise<Counts> {
  const [row] = await scope.facts<SumRow>('hours', `select ${SUMS} from facts`);
  return { ...countsOf(row!), ...(await sessionsOf(scope)) };
}

export interface CountsAt extends Counts {
  at: Date;
}

/** By hour, or by local day; sessions are told apart within each. */
export async function countsBy(scope: Scope, interval: 'hour' | 'day'): Promise<CountsAt[]> {
  const at = interval === 'hour' ? 'hour' : `(day::timestamp at time zone $7)`;
  const rows = await scope.facts<SumRow & { at: Date }>(
    'hours',
    `select ${at} as at, ${SUMS} from facts group by 1 order by 1`,
  );
  const counts = rows.map(({ at: time, ...row }) => ({ at: time, ...countsOf(row as SumRow) }));
  if (interval === 'hour') return counts;
  const daily = await scope.facts<{ at: Date; kind: string; sessions: number }>(
    'sessions',
    `select ${at} as at, kind, sum(sessions)::float8 as sessions from facts group by 1, 2`,
  );
  const found = (time: Date, kind: string): number =>
    daily.find((row) => row.at.getTime() === time.getTime() && row.kind === kind)?.sessions ?? 0;
  return counts.map((row) => ({ ...row, sessions: found(row.at, 'search'), converted: found(row.at, 'conversion') }));
}

/** A session counts on its first day within the period. */
async function sessionsOf(scope: Scope): Promise<Pick<Counts, 'sessions' | 'converted'>> {
  if (!scope.period.whole) return sessionsOneByOne(scope);
  const [row] = await scope.facts<Pick<Counts, 'sessions' | 'converted'>>(
    'sessions',
    `select coalesce(sum(sessions) filter (where kind = 'search'), 0)::float8 as sessions,
            coalesce(sum(sessions) filter (where kind = 'conversion'), 0)::float8 as converted
     from facts where previous_day < $10`,
    [scope.period.days[0]!.day],
  );
  return row!;
}

async function sessionsOneByOne({
  tx,
  tenant,
  period,
  channel,
}: Scope): Promise<Pick<Counts, 'sessions' | 'converted'>> {
  const count = (table: string, and: string): string => `
    (select count(distinct session_id)::float8 from ${table}
     where tenant_id = $1 and occurred_at >= $2 and occurred_at < $3 and ($4 = '*' or channel = $4) ${and}
       and session_id not in (select session_id from machine_sessions where tenant_id = $1))`;
  const [row] = await tx.query<Pick<Counts, 'sessions' | 'converted'>>(
    `select ${count('searches', '')} as sessions, ${count('conversions', `and attribution <> 'none'`)} as converted`,
    [tenant.tenantId, new Date(period.start), new Date(period.end), channel],
  );
  return row!;
}

export async function revenue(scope: Scope): Promise<Money[]> {
  return scope.facts<Money>(
    'revenue',
    `select currency, sum(amount)::float8 as amount, sum(attributed_amount)::float8 as attributed_amount,
            sum(orders)::float8 as conversions
     from facts group by currency order by currency`,
  );
}

export async function revenueBy(
  scope: Scope,
  interval: 'hour' | 'day',
): Promise<{ at: Date; currency: string; value: number }[]> {
  const at = interval === 'hour' ? 'hour' : `(day::timestamp at time zone $7)`;
  return scope.facts(
    'revenue',
    `select ${at} as at, currency, sum(amount)::float8 as value from facts group by 1, 2 order by 1, 2`,
  );
}
