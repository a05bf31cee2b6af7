import { MAX_BEHAVIOUR } from '../../engine/port/index.ts';

/** What a query with an item, or an item alone, has drawn; decayed sums. */
export interface Evidence {
  /** Clicks that the places explain. */
  expected: number;
  /** Clicks and weighted purchases. */
  gain: number;
  /** `gain` less, for each day, that of the keenest visitor; what the shop itself confirms stays. */
  corroborated: number;
}

/**
 * Clicks over expected clicks (Zhang and Jones 2007), relative to what the shop or the query draws in general and
 * shrunk: a query's item to the item, the item to 1. A weight is so much gain seen before (an empirical Bayes estimate
 * with a gamma prior on a Poisson rate).
 */
const PRIOR = { shop: 20, query: 10, item: 5, pair: 5 } as const;

/**
 * The gain that counts: what is left of each day without its keenest visitor, and at most as much again. One machine can
 * come back every day under another address hash and look like a month of shoppers, but it is alone with its picks on
 * most of the days, and the keenest on the others.
 */
export function vouched({ gain, corroborated }: Evidence): number {
  return Math.min(gain, 2 * corroborated);
}

/** Gain a click that is expected: 1 for a new shop, more where it sells well. */
export function shopRate(items: readonly Evidence[]): number {
  return rate(items, 1, PRIOR.shop);
}

/** The same of one query: some are clicked in nine of ten searches, others hardly, whatever is shown. */
export function queryRate(pairs: readonly Evidence[], shop: number): number {
  return rate(pairs, shop, PRIOR.query);
}

/** How often an item is picked compared with others at its places. */
export function itemAttraction(item: Evidence, shop: number): number {
  return shrunk(item, shop, 1, PRIOR.item);
}

export function pairAttraction(pair: Evidence, query: number, item: number): number {
  return shrunk(pair, query, item, PRIOR.pair);
}

/** In the steps of the engine's port: five are a factor of four. */
export function appealOf(attraction: number): number {
  return Math.max(-MAX_BEHAVIOUR, Math.min(MAX_BEHAVIOUR, Math.round((5 / Math.log2(4)) * Math.log2(attraction))));
}

/** Demands fewer than this are not enough to call something wanted most. */
const LEAST_MOST_WANTED = 20;

/** From 0 to 10 by orders of magnitude: what sells a thousand must not hide what sells a hundred. */
export function demandOf(item: Evidence, mostWanted: number): number {
  const wanted = Math.log1p(vouched(item));
  return Math.round((MAX_BEHAVIOUR * wanted) / Math.log1p(Math.max(LEAST_MOST_WANTED, mostWanted)));
}

function rate(all: readonly Evidence[], prior: number, weight: number): number {
  let gain = weight * prior;
  let expected = weight;
  for (const one of all) {
    gain += vouched(one);
    expected += one.expected;
  }
  return gain / expected;
}

/** Where little is vouched for, in general, that something is not says little either: `general` is small then. */
function shrunk(one: Evidence, general: number, prior: number, weight: number): number {
  return (vouched(one) + weight * prior) / (one.expected * general + weight);
}
