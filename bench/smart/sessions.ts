import { normalizeQuery } from '../../src/text/index.ts';
import { zipf, type Random } from '../engine/random.ts';
import type { Habit, Shop } from './shop.ts';

/** Rows of the tracked events, by column. */
export interface Traffic {
  searches: (string | number | null)[][];
  clicks: (string | number)[][];
  purchases: (string | number)[][];
  machines: string[];
}

const DAY = 86_400_000;
const SECOND = 1_000;
/** Of those that do not find the rescue, the share that turns to another topic and finds that. */
const TURN_AWAY = 0.4;
const KEYSTROKES = 0.4;
const CLICKS = 0.85;
const BUYS = 0.12;
/** The engine forgives some misspellings by itself: a few results, which are seldom what was meant. */
const FORGIVEN = 0.3;

/** What a shop's visitors do in `days` days: its habits, healthy searches, wanderers and machines. */
export function trafficOf(shop: Shop, random: Random, start: number, days: number): Traffic {
  return new Simulation(shop, random, start, days).run();
}

class Simulation {
  readonly #shop: Shop;
  readonly #random: Random;
  readonly #start: number;
  readonly #days: number;
  readonly #traffic: Traffic = { searches: [], clicks: [], purchases: [], machines: [] };
  readonly #topic: () => string;
  readonly #postings = new Map<string, number[]>();

  constructor(shop: Shop, random: Random, start: number, days: number) {
    this.#shop = shop;
    this.#random = random;
    this.#start = start;
    this.#days = days;
    const rank = zipf(random, shop.popular.length);
    this.#topic = () => shop.popular[rank()]!;
    shop.items.forEach(({ title }, item) => {
      for (const word of new Set(normalizeQuery(title).words)) {
        const list = this.#postings.get(word);
        if (list) list.push(item);
        else this.#postings.set(word, [item]);
      }
    });
  }

  run(): Traffic {
    for (const habit of this.#shop.habits) for (let n = 0; n < habit.sessions; n++) this.#fail(habit);
    const healthy = this.#shop.habits.reduce((sum, { sessions }) => sum + sessions, 0);
    for (let n = 0; n < healthy; n++) this.#visit(this.#topic());
    // Shoppers of a rescue who needed none.
    for (const { rescue } of this.#shop.habits) for (let n = 0; n < 3; n++) this.#visit(rescue);
    for (let n = 0; n < healthy / 20; n++) this.#wander();
    for (let n = 0; n < 5; n++) this.#machine();
    return this.#traffic;
  }

  /** A session of someone with the habit: types, fails, and tries again, turns away or leaves. */
  #fail(habit: Habit): void {
    const session = this.#session(habit.foreign);
    const forgiven = habit.cause === 'typo' && this.#random.next() < FORGIVEN;
    this.#type(session, habit.failed, forgiven ? 1 + this.#random.below(4) : 0);
    const dice = this.#random.next();
    if (dice < habit.rate) {
      this.#wait(session, 4, 60);
      this.#type(session, habit.rescue);
      if (this.#random.next() < CLICKS) this.#click(session, habit.rescue);
    } else if (this.#random.next() < TURN_AWAY) {
      this.#wait(session, 10, 300);
      this.#find(session, this.#topic());
    } else if (this.#random.next() < 0.1) {
      this.#wait(session, 5, 40);
      this.#type(session, `${habit.failed} ${this.#topic()}`);
    }
  }

  #visit(query: string): void {
    this.#find(this.#session(0), query);
  }

  /** Looks at several things one after the other, and does not find the first. */
  #wander(): void {
    const session = this.#session(0);
    for (let n = 0; n < 3; n++) {
      this.#type(session, this.#topic());
      if (n > 0) this.#click(session, this.#topic());
      this.#wait(session, 20, 200);
    }
  }

  /** Asks for everything and clicks on everything; the intake marks what does more than a person can. */
  #machine(): void {
    const session = this.#session(0);
    this.#traffic.machines.push(session.id);
    for (const { failed } of this.#shop.habits.slice(0, 60)) {
      this.#search(session, failed, 0);
      session.at += SECOND;
      this.#find(session, this.#shop.popular[0]!);
    }
  }

  #find(session: Session, query: string): void {
    this.#type(session, query);
    if (this.#random.next() < CLICKS) this.#click(session, query);
  }

  /** Letter by letter where the shop searches as you type. */
  #type(session: Session, query: string, results = this.#results(query).length): void {
    const letters = Array.from(query);
    if (this.#random.next() < KEYSTROKES) {
      for (let n = 2; n < letters.length; n += 2) {
        this.#search(session, letters.slice(0, n).join(''), this.#random.below(20));
        session.at += 300;
      }
    }
    this.#search(session, query, results);
  }

  #search(session: Session, typed: string, results: number): void {
    const { normalized } = normalizeQuery(typed);
    this.#traffic.searches.push([
      session.id,
      new Date(session.at).toISOString(),
      typed,
      normalized,
      results,
      session.language,
    ]);
  }

  #click(session: Session, query: string): void {
    this.#wait(session, 2, 20);
    const found = this.#results(query);
    const item = found[Math.floor(this.#random.next() ** 2 * Math.min(8, found.length))];
    const { normalized } = normalizeQuery(query);
    if (item === undefined) return;
    const at = new Date(session.at).toISOString();
    this.#traffic.clicks.push([session.id, at, query, normalized, `item ${item}`]);
    if (this.#random.next() < BUYS) this.#traffic.purchases.push([session.id, at, normalized, `item ${item}`]);
  }

  #results(query: string): number[] {
    const lists = normalizeQuery(query).words.map((word) => this.#postings.get(word) ?? []);
    return lists.reduce((left, right) => {
      const both = new Set(right);
      return left.filter((item) => both.has(item));
    });
  }

  #wait(session: Session, least: number, most: number): void {
    session.at += Math.round((least + this.#random.next() * (most - least)) * SECOND);
  }

  #session(foreign: number): Session {
    const hex = Array.from({ length: 32 }, () => this.#random.below(16).toString(16)).join('');
    const at = this.#start + Math.floor(this.#random.next() * (this.#days * DAY - DAY / 24));
    const language =
      this.#random.next() < 0.3 ? null : this.#random.next() < foreign ? 'xx-XX,en;q=0.5' : this.#shop.locale;
    return { id: hex, at, language };
  }
}

interface Session {
  id: string;
  at: number;
  language: string | null;
}
