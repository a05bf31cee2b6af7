import { setTimeout as pause } from 'node:timers/promises';
import { Injectable, Logger, type BeforeApplicationShutdown } from '@nestjs/common';
import { Counter, Gauge, Registry } from 'prom-client';
import type { ServedSearch } from '../../search/index.ts';
import type { ClickEvent, ConversionEvent, EventKind, Outcome, SearchEvent, TrackedEvent } from '../event.ts';
import { DayMarks } from '../day-marks.ts';
import { Partitions } from '../partitions.ts';
import { ClickStore } from './click-store.ts';
import { ConversionStore } from './conversion-store.ts';
import { GroupCommit } from './group-commit.ts';
import { SearchStore } from './search-store.ts';

/** Of a batch that finds no partition, which retention or a restore may just have dropped: each begins with making it. */
const ATTEMPTS = 7;
/** Milliseconds; twice as long before each further attempt, two thirds of a second in all. */
const PAUSE = 5;

/** Three lines of group commits, one a kind of event, and one for what searches answered. */
@Injectable()
export class EventIntake implements BeforeApplicationShutdown {
  readonly marks = new DayMarks();
  readonly #logger = new Logger('EventIntake');
  readonly #searches: GroupCommit<SearchEvent, Outcome>;
  readonly #clicks: GroupCommit<ClickEvent, Outcome>;
  readonly #conversions: GroupCommit<ConversionEvent, Outcome>;
  readonly #served: GroupCommit<ServedSearch, void>;
  readonly #stored: Counter;

  constructor(
    private readonly partitions: Partitions,
    searches: SearchStore,
    clicks: ClickStore,
    conversions: ConversionStore,
    registry: Registry,
  ) {
    const onPoison = (error: unknown): void =>
      this.#logger.error({ err: error, msg: 'the database refuses an event; the others of its batch are stored' });
    const line = <Event extends TrackedEvent>(
      kind: EventKind,
      write: (events: readonly Event[]) => Promise<Outcome[]>,
    ): GroupCommit<Event, Outcome> =>
      new GroupCommit({
        onPoison,
        write: async (events) => this.#committed(kind, events, await this.#write(events, write)),
      });
    this.#searches = line('search', (events) => searches.write(events));
    this.#clicks = line('click', (events) => clicks.write(events));
    this.#conversions = line('conversion', async (events) => {
      // What a search answered a moment ago decides the attribution.
      await this.#served.settled();
      return conversions.write(events);
    });
    this.#served = new GroupCommit({ onPoison, write: (served) => searches.writeServed(served) });
    this.#stored = new Counter({
      name: 'mirabel_events_total',
      help: 'Tracking events by what became of them',
      labelNames: ['kind', 'status'],
      registers: [registry],
    });
    registry.registerMetric(this.#waitingGauge());
  }

  /** Events that are not written yet. */
  get waiting(): number {
    return [this.#searches, this.#clicks, this.#conversions].reduce((sum, line) => sum + line.waiting, 0);
  }

  search(event: SearchEvent): Promise<Outcome> {
    return this.#searches.add(event);
  }

  click(event: ClickEvent): Promise<Outcome> {
    return this.#clicks.add(event);
  }

  conversion(event: ConversionEvent): Promise<Outcome> {
    return this.#conversions.add(event);
  }

  /** Returns at once; lost without harm. */
  served(search: ServedSearch): void {
    this.#served.add(search).catch((error: unknown) => {
      this.#logger.warn({ err: error, msg: 'a served search was not kept for attribution' });
    });
  }

  /** What senders wait for is committed before the connections close. */
  async beforeApplicationShutdown(): Promise<void> {
    const lines = [this.#searches, this.#clicks, this.#conversions, this.#served];
    await Promise.all(lines.map((line) => line.settled()));
  }

  async #write<Event extends { at: number }>(
    events: readonly Event[],
    write: (events: readonly Event[]) => Promise<Outcome[]>,
  ): Promise<Outcome[]> {
    for (let attempt = 1; ; attempt++) {
      await this.partitions.ensure(events.map(({ at }) => at));
      try {
        return await write(events);
      } catch (error) {
        if (!this.partitions.isMissing(error) || attempt === ATTEMPTS) throw error;
        await pause(PAUSE * 2 ** attempt);
      }
    }
  }

  #committed(kind: EventKind, events: readonly TrackedEvent[], outcomes: Outcome[]): Outcome[] {
    const accepted = outcomes.filter(({ status }) => status === 'accepted').length;
    if (accepted > 0) this.#stored.inc({ kind, status: 'accepted' }, accepted);
    if (accepted < outcomes.length) this.#stored.inc({ kind, status: 'duplicate' }, outcomes.length - accepted);
    for (const { tenant, days } of events) for (const day of days) this.marks.remember(tenant.tenantId, day);
    return outcomes;
  }

  #waitingGauge(): Gauge {
    const lines = { search: this.#searches, click: this.#clicks, conversion: this.#conversions };
    return new Gauge({
      name: 'mirabel_intake_waiting',
      help: 'Events that wait for the batch being written',
      labelNames: ['kind'],
      registers: [],
      collect() {
        for (const [kind, line] of Object.entries(lines)) this.set({ kind }, line.waiting);
      },
    });
  }
}
