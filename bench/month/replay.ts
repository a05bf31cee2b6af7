import type { Caller } from '../../src/kernel/tenant-context.ts';
import { Shopper, type Delivery, type Purchase } from './shoppers.ts';

const DAY = 86_400_000;
export const DAYS = 30;
/** Requests under way at once. */
const TOGETHER = 400;
const SHOPPER = 'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 Chrome/142.0 Safari/537.36';
const CRAWLER = 'Mozilla/5.0 (compatible; Googlebot/2.1; +http://www.google.com/bot.html)';

interface Report {
  caller: Caller;
  address: string;
  userAgent: string;
  optOut: boolean;
  idempotencyKey: null;
}

/** What the replay drives: the service without its HTTP. */
export interface Intake {
  track: Record<
    'search' | 'click' | 'conversion',
    (report: Report, body: never) => Promise<{ status: string; reason?: string }>
  >;
  served(search: object): void;
  /** Moves the service's clock. */
  setTime(time: number): void;
  callers: { browser: Caller; server: Caller };
}

export interface Replayed {
  sessions: number;
  machines: number;
  purchases: Purchase[];
  /** Deliveries by kind and by what became of them. */
  outcomes: Map<string, number>;
}

/** Sends a month in the order of arrival, a day of sessions in memory at a time. */
export async function replay(
  intake: Intake,
  sessions: number,
  start: number,
  onDay: (day: number) => void,
): Promise<Replayed> {
  const result: Replayed = { sessions, machines: 0, purchases: [], outcomes: new Map() };
  let waiting: Delivery[] = [];
  let number = 0;
  for (let day = 0; day <= DAYS; day++) {
    const from = start + day * DAY;
    const until = day === DAYS ? Infinity : from + DAY;
    const last = Math.min(sessions, Math.round((sessions * (day + 1)) / DAYS));
    for (; number < last; number++) {
      const one = new Shopper(number, from + ((number * 7_919) % 86_400) * 1_000).session();
      waiting.push(...one.deliveries);
      result.purchases.push(...one.purchases);
      result.machines += Number(one.machine);
    }
    waiting.sort((a, b) => a.arrives - b.arrives);
    const due = waiting.findIndex(({ arrives }) => arrives >= until);
    const arrived = waiting.splice(0, due < 0 ? waiting.length : due);
    for (let at = 0; at < arrived.length; at += TOGETHER) {
      await Promise.all(arrived.slice(at, at + TOGETHER).map((one) => send(intake, one, result.outcomes)));
    }
    onDay(day);
  }
  return result;
}

async function send(
  intake: Intake,
  { arrives, kind, body, by, crawler, optOut }: Delivery,
  outcomes: Map<string, number>,
) {
  intake.setTime(arrives);
  const caller = intake.callers[by];
  const count = (what: string): void => void outcomes.set(what, (outcomes.get(what) ?? 0) + 1);
  if (kind === 'served') {
    const { queryId, query, itemIds, session_id: sessionId } = body as Record<string, string>;
    const total = itemIds!.length;
    const search = {
      queryId,
      query,
      normalizedQuery: query,
      itemIds,
      total,
      sessionId,
      at: arrives,
      firstPosition: 1,
      channel: 'results_page',
    };
    intake.served({ ...search, tenant: caller.tenant });
    return count('served');
  }
  const userAgent = crawler ? CRAWLER : SHOPPER;
  const address = `10.0.0.${arrives % 250}`;
  const answer = await intake.track[kind]({ caller, address, userAgent, optOut, idempotencyKey: null }, body as never);
  count(`${kind} ${answer.reason ?? answer.status}`);
}

export interface Stored {
  order_id: string;
  attribution: string;
  attributed_query: string | null;
}

export interface Verdict {
  /** By reason: purchases, and how many of them the service attributed as it must. */
  known: Map<string, { purchases: number; right: number }>;
  unknowable: Map<string, number>;
  wrong: { orderId: string; expected: unknown; stored: unknown }[];
  missing: number;
}

export function judge(purchases: readonly Purchase[], stored: readonly Stored[]): Verdict {
  const verdict: Verdict = { known: new Map(), unknowable: new Map(), wrong: [], missing: 0 };
  const byOrder = new Map(stored.map((row) => [row.order_id, row]));
  for (const { orderId, expected, because } of purchases) {
    const found = byOrder.get(orderId);
    if (!found) verdict.missing++;
    else if (!expected) verdict.unknowable.set(because, (verdict.unknowable.get(because) ?? 0) + 1);
    else {
      const line = verdict.known.get(because) ?? { purchases: 0, right: 0 };
      verdict.known.set(because, line);
      line.purchases++;
      if (found.attribution === expected.attribution && found.attributed_query === expected.query) line.right++;
      else verdict.wrong.push({ orderId, expected, stored: found });
    }
  }
  return verdict;
}

export function printMonth(replayed: Replayed, { known, unknowable, wrong, missing }: Verdict): string {
  const lines = [`${replayed.sessions} sessions over ${DAYS} days, ${replayed.machines} of them machines`, ''];
  for (const [what, times] of [...replayed.outcomes].sort())
    lines.push(`  ${what.padEnd(24)} ${String(times).padStart(9)}`);
  lines.push('', '  purchases whose events tell what led to them     all     as it was');
  for (const [because, { purchases, right }] of [...known].sort())
    lines.push(`  ${because.padEnd(44)} ${String(purchases).padStart(7)} ${String(right).padStart(13)}`);
  lines.push('', '  purchases whose events cannot tell');
  for (const [because, times] of [...unknowable].sort())
    lines.push(`  ${because.padEnd(44)} ${String(times).padStart(7)}`);
  const told = [...known.values()].reduce((sum, { purchases }) => sum + purchases, 0);
  lines.push('', `  ${told - wrong.length} of ${told} right, ${missing} missing`);
  return lines.join('\n');
}
