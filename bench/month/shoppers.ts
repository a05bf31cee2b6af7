import { createHash } from 'node:crypto';
import { seeded, type Random } from '../engine/random.ts';

/** A month of shoppers whose reasons are known: what each did, what of it reached the service and when, and what led to it. */
export type Kind = 'served' | 'search' | 'click' | 'conversion';

export interface Delivery {
  arrives: number;
  kind: Kind;
  /** Of the request, or of the served search. */
  body: Record<string, unknown>;
  by: 'browser' | 'server';
  crawler: boolean;
  optOut: boolean;
}

export interface Purchase {
  orderId: string;
  /** What the service must say; null when what arrived does not suffice to know it. */
  expected: { attribution: 'query_id' | 'click' | 'search' | 'none'; query: string | null } | null;
  /** Why it must, or why it cannot be known. */
  because: string;
}

export interface Session {
  id: string;
  deliveries: Delivery[];
  purchases: Purchase[];
  machine: boolean;
}

interface Shown {
  queryId: string;
  query: string;
  items: string[];
  at: number;
}
interface Click {
  item: string;
  from: Shown;
  at: number;
  /** As the service is told; null when it is not. */
  reportedAt: number | null;
}

interface Cause {
  from: Shown;
  click: Click | null;
}

const SECOND = 1_000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;
const ITEMS = 3_000;
const CLOCKS = [-26 * HOUR, -50 * MINUTE, -3 * MINUTE, 3 * MINUTE, 50 * MINUTE, 3 * HOUR, -40 * 24 * HOUR];

/** The same number, the same session. */
export class Shopper {
  readonly #deliveries: Delivery[] = [];
  readonly #purchases: Purchase[] = [];
  readonly #shown: Shown[] = [];
  readonly #clicks: Click[] = [];
  readonly #random: Random;
  readonly #id: string;
  readonly #skew: number;
  readonly #blocksClicks: boolean;
  readonly #namesSearches: boolean;
  readonly #crawler: boolean;
  readonly #optOut: boolean;
  readonly #number: number;
  readonly #start: number;
  #uuids = 0;

  constructor(number: number, start: number) {
    this.#number = number;
    this.#start = start;
    this.#random = seeded(number * 2_654_435_761);
    this.#id = this.#uuid();
    this.#skew = this.#chance(0.05) ? this.#pick(CLOCKS) : 0;
    this.#blocksClicks = this.#chance(0.1);
    this.#namesSearches = this.#chance(0.6);
    this.#crawler = this.#chance(0.005);
    this.#optOut = this.#chance(0.01);
  }

  session(): Session {
    const machine = !this.#crawler && !this.#optOut && this.#skew === 0 && this.#chance(0.002);
    const end = machine ? this.#work() : this.#browse();
    if (!machine && !this.#crawler && this.#chance(0.1)) this.#buy(end + this.#between(MINUTE, 20 * MINUTE));
    const purchases = this.#optOut ? [] : this.#purchases;
    return { id: this.#id, deliveries: this.#deliveries, purchases, machine };
  }

  /** Tabs side by side, each with its own searches; they share the session. */
  #browse(): number {
    const tabs = 1 + Number(this.#chance(0.3)) + Number(this.#chance(0.1));
    let end = this.#start;
    for (let tab = 0; tab < tabs; tab++) {
      let time = this.#start + tab * this.#between(0, 90 * SECOND);
      for (let searches = 1 + Math.floor(this.#random.next() * 3); searches > 0; searches--) {
        time += this.#between(5 * SECOND, 2 * MINUTE);
        const shown = this.#search(time);
        while (this.#chance(0.4))
          this.#click(shown, (time += this.#between(2 * SECOND, MINUTE)), this.#pick(shown.items));
      }
      end = Math.max(end, time);
    }
    return end;
  }

  /** A script that opens everything it is shown. */
  #work(): number {
    let time = this.#start;
    for (let round = 0; round < 15; round++) {
      const shown = this.#search((time += 10 * SECOND));
      for (const item of shown.items) this.#click(shown, (time += SECOND), item);
    }
    return time;
  }

  #search(at: number): Shown {
    const word = Math.floor(this.#random.next() ** 2 * 400);
    const items = Array.from({ length: 10 }, (_, place) => `item-${(word * 7 + place) % ITEMS}`);
    const shown = { queryId: this.#uuid(), query: `query ${word}`, items, at };
    this.#shown.push(shown);
    const served = { queryId: shown.queryId, query: shown.query, itemIds: items };
    this.#deliver('served', at, served, { arrives: at, once: true });
    const body = { query: shown.query, results_count: 10, channel: 'results_page', ...this.#named(shown) };
    this.#deliver('search', at, body);
    return shown;
  }

  #click(from: Shown, at: number, item: string): void {
    const click: Click = { item, from, at, reportedAt: null };
    this.#clicks.push(click);
    if (this.#blocksClicks) return;
    const position = from.items.indexOf(item) + 1;
    const body = { query: from.query, item_id: item, position, ...this.#named(from) };
    const { arrives, reported } = this.#deliver('click', at, body);
    if (!ignored(reported - arrives)) click.reportedAt = reported;
  }

  #buy(at: number): void {
    const clicked = this.#clicks.at(Math.floor(this.#random.next() * this.#clicks.length))?.item;
    const seen = this.#pick(this.#shown.flatMap(({ items }) => items));
    const way = this.#random.next();
    const item = way < 0.6 && clicked ? clicked : way < 0.85 ? seen : `elsewhere-${this.#number}`;
    const orderId = `order-${this.#number}`;
    const cause = this.#causeOf(item);
    const named = cause !== null && this.#chance(0.05);
    const body = { item_id: item, order_id: orderId, revenue: '19.90', currency: 'EUR' };
    const withQuery = { ...body, ...(named ? { query_id: cause.from.queryId } : {}) };
    const reports = [this.#chance(0.3) ? 'server' : 'browser', ...(this.#chance(0.1) ? ['server'] : [])] as const;
    const sent = reports.map((by) => this.#deliver('conversion', at, withQuery, { by: by as 'browser' | 'server' }));
    const first = sent
      .filter(({ arrives, reported }) => !ignored(reported - arrives))
      .sort((a, b) => a.arrives - b.arrives)[0];
    if (first) this.#purchases.push({ orderId, ...this.#expect(item, cause, named, first.reported) });
  }

  /** The last click on the item, else the last search that showed it. */
  #causeOf(item: string): Cause | null {
    const click = this.#clicks.filter((one) => one.item === item).sort((a, b) => b.at - a.at)[0];
    if (click) return { from: click.from, click };
    const from = this.#lastShown(item);
    return from ? { from, click: null } : null;
  }

  #lastShown(item: string): Shown | undefined {
    return this.#shown.filter(({ items }) => items.includes(item)).sort((a, b) => b.at - a.at)[0];
  }

  #expect(item: string, cause: Cause | null, named: boolean, reported: number): Omit<Purchase, 'orderId'> {
    if (!cause) return { expected: { attribution: 'none', query: null }, because: 'came another way' };
    const { from, click } = cause;
    if (named) return { expected: { attribution: 'query_id', query: from.query }, because: 'named its search' };
    const told = this.#clicks.filter((one) => one.item === item && one.reportedAt !== null);
    if (click && click.reportedAt !== null) {
      if (click.reportedAt > reported) return { expected: null, because: 'clocks of browser and server disagree' };
      const between = told.some((one) => one.reportedAt! > click.reportedAt! && one.reportedAt! <= reported);
      if (between) return { expected: null, because: 'two clicks on it within the delay of one' };
      return { expected: { attribution: 'click', query: from.query }, because: 'clicked' };
    }
    if (told.length > 0) return { expected: null, because: 'an earlier click was told, the last was not' };
    if (this.#lastShown(item) !== from)
      return { expected: null, because: 'the click was not told, a later search showed it too' };
    return {
      expected: { attribution: 'search', query: from.query },
      because: click ? 'the click was not told' : 'bought from the list',
    };
  }

  #named({ queryId }: Shown): object {
    return this.#namesSearches ? { query_id: queryId } : {};
  }

  /** Most at once, some hours later when the line is back (with their time), some twice. */
  #deliver(
    kind: Kind,
    at: number,
    body: object,
    how: { by?: 'browser' | 'server'; arrives?: number; once?: true } = {},
  ) {
    const { by = 'browser', once = false } = how;
    const late = by === 'browser' && !once && this.#chance(0.03);
    const arrives = how.arrives ?? Math.round(at + (late ? this.#between(MINUTE, 6 * HOUR) : this.#between(20, 800)));
    const tells = by === 'browser' && (late || this.#skew !== 0 || this.#chance(0.5));
    const reported = tells ? Math.round(at + this.#skew) : arrives;
    const base = { session_id: this.#id, event_id: this.#uuid(), ...body };
    const delivery: Delivery = {
      arrives,
      kind,
      body: tells ? { ...base, timestamp: new Date(reported).toISOString() } : base,
      by,
      crawler: this.#crawler,
      optOut: this.#optOut,
    };
    this.#deliveries.push(delivery);
    if (!once && this.#chance(0.02))
      this.#deliveries.push({ ...delivery, arrives: arrives + Math.round(this.#between(SECOND, HOUR)) });
    return { arrives, reported };
  }

  #uuid(): string {
    const hex = createHash('md5').update(`${this.#number} ${this.#uuids++}`).digest('hex');
    return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-4${hex.slice(13, 16)}-a${hex.slice(17, 20)}-${hex.slice(20)}`;
  }
  #chance(share: number): boolean {
    return this.#random.next() < share;
  }
  #between(least: number, most: number): number {
    return least + this.#random.next() * (most - least);
  }
  #pick<T>(list: readonly T[]): T {
    return this.#random.pick(list);
  }
}

/** The limits of the contract: more than an hour ahead, or older than 30 days. */
export const ignored = (skew: number): boolean => skew > HOUR || skew < -30 * 24 * HOUR;
