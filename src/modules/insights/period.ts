import { ApiError } from '../../kernel/errors.ts';
import { parseTime } from '../rules/index.ts';
import { addDays, dayAt, daysBetween, localDay, type LocalDay } from '../tracking/index.ts';

/** Days that a report covers when nothing is asked for, today included. */
export const DEFAULT_DAYS = 8;
/** As long as aggregates live. */
const MAX_DAYS = 800;

export interface Period {
  zone: string;
  /** As the answer repeats it: a local date, or a time. */
  from: string;
  to: string;
  /** Milliseconds since 1970; `end` is excluded. */
  start: number;
  end: number;
  /** Local days, the first and last cut to the period. */
  days: LocalDay[];
  /** False when a day is cut: its sessions are counted one by one. */
  whole: boolean;
}

const DATE = /^\d{4}-\d\d-\d\d$/;

export function isMoment(value: unknown): boolean {
  if (parseTime(value) === null) return false;
  const date = String(value).slice(0, 10);
  return addDays(date, 0) === date;
}

/** `from` and `to` are local dates, both whole days included, or times, `to` excluded. Default: the last 8 days. */
export function readPeriod(from: string | undefined, to: string | undefined, zone: string, now: number): Period {
  const today = dayAt(now, zone).day;
  const last = to ?? (from === undefined || DATE.test(from) ? today : new Date(now).toISOString());
  const anchor = DATE.test(last) ? last : dayAt(parseTime(last)! - 1, zone).day;
  const first = from ?? addDays(anchor, 1 - DEFAULT_DAYS);
  const start = DATE.test(first) ? localDay(first, zone).start : parseTime(first)!;
  const end = DATE.test(last) ? localDay(last, zone).end : parseTime(last)!;
  if (start >= end) throw outOfRange('to', 'to must come after from.');
  if (end - start > MAX_DAYS * 86_400_000) throw outOfRange('from', `A report covers at most ${MAX_DAYS} days.`);
  return periodOf(zone, start, end, first, last);
}

function periodOf(zone: string, start: number, end: number, from: string, to: string): Period {
  const whole = daysBetween(dayAt(start, zone).day, dayAt(end - 1, zone).day, zone);
  const days = whole.map((day) => ({ ...day, start: Math.max(day.start, start), end: Math.min(day.end, end) }));
  const isWhole = days.every((day, index) => day.start === whole[index]!.start && day.end === whole[index]!.end);
  return { zone, from, to, start, end, days, whole: isWhole };
}

/** The period of the same length just before: as many local days, or as much time. */
export function periodBefore(period: Period): Period {
  const { zone, start, end, days } = period;
  if (!period.whole || !DATE.test(period.from) || !DATE.test(period.to)) {
    const from = start - (end - start);
    return periodOf(zone, from, start, new Date(from).toISOString(), new Date(start).toISOString());
  }
  const from = addDays(days[0]!.day, -days.length);
  const to = addDays(days[0]!.day, -1);
  return periodOf(zone, localDay(from, zone).start, localDay(to, zone).end, from, to);
}

/** The last `count` days of what ends with a period, whether it began later or before. */
export function lastDays({ zone, end, to }: Period, count: number): Period {
  const first = addDays(dayAt(end - 1, zone).day, 1 - count);
  return periodOf(zone, localDay(first, zone).start, end, first, to);
}

/** The part of a period from a local day on, null when it ends before. */
export function since(period: Period, day: LocalDay): Period | null {
  const { zone, start, end, from, to } = period;
  if (start >= day.start) return period;
  return end <= day.start ? null : periodOf(zone, day.start, end, from, to);
}

function outOfRange(field: string, message: string): ApiError {
  return new ApiError('invalid_parameter', message, { errors: [{ field, code: 'range', message }] });
}
