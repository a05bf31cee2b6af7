import { Inject, Injectable, type OnApplicationBootstrap } from '@nestjs/common';
import { CLOCK, type Clock } from '../../kernel/clock.ts';
import { Database, sqlState } from '../../platform/database/index.ts';

const DAY = 86_400_000;
export const DAYS_AHEAD = 7;
/** The lock that `make_event_partitions` takes, too. */
const TURN = 'event partitions';

const utcDay = (time: number): string => new Date(time).toISOString().slice(0, 10);

/** The name of the part of an event table that has what happened then. */
export const partitionOf = (table: 'searches' | 'clicks', at: Date): string =>
  `${table}_${utcDay(at.getTime()).replaceAll('-', '')}`;

/** Partitions of the event tables, one a UTC day: made ahead, and on demand for whatever day an event has. */
@Injectable()
export class Partitions implements OnApplicationBootstrap {
  /** Days since 1970. */
  readonly #present = new Set<number>();

  constructor(
    private readonly database: Database,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  async onApplicationBootstrap(): Promise<void> {
    await this.makeAhead(1);
  }

  /** From yesterday on, so that a clock change of the server or a time zone never finds the day missing. */
  async makeAhead(days = DAYS_AHEAD): Promise<void> {
    const now = this.clock.now();
    await this.#make(utcDay(now - DAY), utcDay(now + days * DAY));
  }

  /** Before events of these times are written. */
  async ensure(times: Iterable<number>): Promise<void> {
    const days = new Set<number>();
    for (const time of times) days.add(Math.floor(time / DAY));
    for (const number of days) {
      if (this.#present.has(number)) continue;
      const day = utcDay(number * DAY);
      await this.#make(day, day);
    }
  }

  /** True when the write failed because a partition is gone, as retention may just have dropped it: try again. */
  isMissing(error: unknown): boolean {
    if (sqlState(error) !== '23514' || !/no partition of relation/i.test(String((error as Error).message)))
      return false;
    this.#present.clear();
    return true;
  }

  days(): Promise<string[]> {
    return this.database.system(async (tx) => {
      const rows = await tx.query<{ day: string }>('select day::text from event_partition_days() day');
      return rows.map(({ day }) => day);
    });
  }

  async drop(day: string): Promise<void> {
    await this.database.system((tx) => tx.query('select drop_event_partitions($1)', [day]));
    this.#present.delete(Date.parse(day) / DAY);
  }

  async #make(from: string, to: string): Promise<void> {
    const make = (): Promise<void> =>
      this.database.system(async (tx) => {
        // Before it is looked which are there: who finds one whose maker is still at its COMMIT would write before this
        // connection is told of it, and who waits in the middle learns by a violation that it came second.
        await tx.query('select pg_advisory_xact_lock(hashtextextended($1, 0))', [TURN]);
        await tx.query('select make_event_partitions($1, $2)', [from, to]);
      });
    await make().catch((error: unknown) => {
      // A process of another version made it while we waited: a transaction may not see that until it ends.
      if (sqlState(error) !== '42P07') throw error;
      return make();
    });
    for (let time = Date.parse(from); time <= Date.parse(to); time += DAY) this.#present.add(time / DAY);
  }
}
