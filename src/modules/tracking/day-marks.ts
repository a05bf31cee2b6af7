import { LRUCache } from 'lru-cache';
import { addDays, dayAt, localDay, type LocalDay } from './local-days.ts';

const HOUR = 3_600_000;
/** Milliseconds after its end in which a day is not rolled up: events of its last moments are still being written. */
export const ROLLUP_DELAY = 75 * 60_000;
const SAFETY = 10 * 60_000;
/** Days after which a session that returns counts as another one; the SDK ends it after one. */
export const SESSION_DAYS = 2;

/**
 * Which days' reports an event may change. A rolled-up day is marked by every change, in the transaction of the change;
 * a day that is still open is marked once a process, so that the rollup knows that it has events.
 */
export class DayMarks {
  readonly #known = new LRUCache<string, true>({ max: 50_000 });

  /**
   * A click belongs to a search of the hour before it, and a search may take it from another one, so the days an hour
   * around are touched too; `linkedAt` is the time of the search that the event names.
   */
  of(tenantId: string, zone: string, at: number, now: number, linkedAt: number | null): string[] {
    const own = dayAt(at, zone);
    const days = new Set<string>();
    if (isClosed(own, now) || !this.#known.has(`${tenantId} ${own.day}`)) days.add(own.day);
    for (const time of [at - HOUR, at + HOUR, linkedAt ?? at]) {
      if (time >= own.start && time < own.end) continue;
      const other = dayAt(time, zone);
      if (isClosed(other, now)) days.add(other.day);
    }
    // On which day a session was active before is counted too: a late event changes it for the days that follow.
    for (let later = 1; later <= SESSION_DAYS && isClosed(own, now); later++) {
      const next = localDay(addDays(own.day, later), zone);
      if (isClosed(next, now)) days.add(next.day);
    }
    return [...days];
  }

  /** After the commit: the mark of an open day is there. */
  remember(tenantId: string, day: string): void {
    this.#known.set(`${tenantId} ${day}`, true);
  }
}

export function isClosed(day: LocalDay, now: number): boolean {
  return now > day.end + ROLLUP_DELAY - SAFETY;
}
