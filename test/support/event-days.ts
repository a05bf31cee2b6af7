import { Partitions } from '../../src/modules/tracking/partitions.ts';
import { startTestApp, type TestApp } from './app.ts';

export const DAY = 86_400_000;

/** Days in a row, counted from 0, that have events; the last one goes on. */
export class EventDays {
  readonly #first: number;

  /** `first`: a date in UTC. */
  constructor(
    first: string,
    readonly count: number,
  ) {
    this.#first = Date.parse(`${first}T00:00:00Z`);
  }

  startOf(day: number): number {
    return this.#first + day * DAY;
  }

  /** As reports are asked for it. */
  nameOf(day: number): string {
    return new Date(this.startOf(day)).toISOString().slice(0, 10);
  }

  get last(): string {
    return this.nameOf(this.count - 1);
  }

  /** A service at this part of the last day, with room for the events of all days. */
  async startService(part: number): Promise<TestApp> {
    const service = await startTestApp();
    service.clock.advance(this.startOf(this.count - 1 + part) - service.clock.now());
    const starts = Array.from({ length: this.count }, (_, day) => this.startOf(day));
    await service.app.get(Partitions).ensure(starts);
    return service;
  }
}

/** A session counts once; one that was not there on the two days before counts again. */
export function visitsOf(events: readonly { day: number; session: number }[]): number {
  return [...Map.groupBy(events, ({ session }) => session).values()].reduce((sum, own) => {
    const seen = new Set(own.map(({ day }) => day));
    return sum + [...seen].filter((day) => !seen.has(day - 1) && !seen.has(day - 2)).length;
  }, 0);
}

/** The order of texts in the database. */
export const compare = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0);
