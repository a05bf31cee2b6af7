import { addDays, dayAt, localDay } from '../../tracking/index.ts';

/** The latest night whose hour has come. */
export interface Night {
  /** Local date. */
  day: string;
  /** Milliseconds since 1970: the begin of that hour, give or take the hour by which clocks change. */
  since: number;
}

const HOUR = 3_600_000;
const formats = new Map<string, Intl.DateTimeFormat>();

/**
 * By the wall clock: where a night has no such hour, the next one stands for it, and where it comes twice the first one
 * counts, because the night has had its run when it comes again.
 */
export function latestNight(now: number, zone: string, hour: number): Night {
  const today = dayAt(now, zone);
  const day = wallHour(now, zone) >= hour ? today.day : addDays(today.day, -1);
  return { day, since: localDay(day, zone).start + hour * HOUR };
}

function wallHour(time: number, zone: string): number {
  let format = formats.get(zone);
  if (!format) {
    format = new Intl.DateTimeFormat('en', {
      timeZone: zone,
      hour: 'numeric',
      hourCycle: 'h23',
      numberingSystem: 'latn',
    });
    formats.set(zone, format);
  }
  return Number(format.formatToParts(time).find(({ type }) => type === 'hour')!.value);
}
