import { randomUUID } from 'node:crypto';

/** Mulberry32: the same shoppers for the same seed. */
export function seeded(seed) {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296;
  };
}

const ITEMS = 20;
const PURCHASE = 0.08;

/**
 * A shop whose truth is known: a shopper looks at the place `k` with 1 / k and, having looked, clicks with the item's
 * attraction for the query. Items differ by themselves and, half as much, by query; each stands for about three queries.
 */
export class Shop {
  constructor(random, queries) {
    this.random = random;
    const normal = () => Math.sqrt(-2 * Math.log(1 - random())) * Math.cos(2 * Math.PI * random());
    const own = Array.from({ length: Math.ceil((queries * ITEMS) / 3) }, () => normal());
    this.queries = Array.from({ length: queries }, (_, at) => {
      const items = new Set();
      while (items.size < ITEMS) items.add(Math.floor(random() * own.length));
      const attraction = new Map([...items].map((item) => [`item-${item}`, attractionOf(own[item] + 0.5 * normal())]));
      // What the merchant believes to be popular has little to do with it.
      const popular = [...attraction.keys()].sort(() => random() - 0.5);
      return { words: `query ${at}`, attraction, popular, weight: 1 / (at + 1) };
    });
    this.total = this.queries.reduce((sum, { weight }) => sum + weight, 0);
  }

  /** A session of one search, with what it was shown, clicked and bought. */
  visit(orderOf, day) {
    let wanted = this.random() * this.total;
    const query = this.queries.find(({ weight }) => (wanted -= weight) <= 0) ?? this.queries[0];
    const shown = orderOf(query);
    const at = day + this.random() * 80_000_000;
    const visit = {
      session: randomUUID(),
      address: randomUUID(),
      query: query.words,
      at,
      shown,
      clicks: [],
      bought: [],
    };
    shown.forEach((item, place) => {
      if (this.random() >= query.attraction.get(item) / (place + 1)) return;
      visit.clicks.push({ item, position: place + 1 });
      if (this.random() < PURCHASE) visit.bought.push(item);
    });
    return visit;
  }
}

const attractionOf = (value) => Math.min(0.95, 0.25 * Math.exp(0.7 * value));

/** Mean nDCG@10 of an order, by true attraction; queries weigh as often as they are asked. */
export function ndcg(shop, orderOf) {
  const gain = (order, query) =>
    order.slice(0, 10).reduce((sum, item, at) => sum + query.attraction.get(item) / Math.log2(at + 2), 0);
  let sum = 0;
  for (const query of shop.queries) {
    const best = [...query.attraction].sort(([, a], [, b]) => b - a).map(([item]) => item);
    sum += (query.weight * gain(orderOf(query), query)) / gain(best, query);
  }
  return sum / shop.total;
}

/** Clicks of a farm: sessions of their own at so many addresses, each for the item wherever it stands. */
export function attack(query, item, shown, day, sessions, machines) {
  return Array.from({ length: sessions }, (_, at) => ({
    session: randomUUID(),
    address: `machine ${at % machines}`,
    query,
    at: day + at * 60_000,
    shown,
    clicks: [{ item, position: shown.indexOf(item) + 1 }],
    bought: [],
  }));
}
