import { isCode } from '../../../../text/index.ts';
import type { Pair } from '../pair.ts';
import type { CatalogueVocabulary, ScoringContext } from '../scoring-context.ts';
import { phoneticKey, spellingCloseness } from './spelling.ts';
import { attraction, saturating, wilsonLowerBound } from './statistics.ts';
import { abbreviates, scriptOf, type Exchange } from './words.ts';

/** What speaks for a pair, each from 0 (does not) to 1: the weights are never negative, so more evidence never scores less. */
export interface Features {
  /** Share of the failures that this rescue followed, at least (Wilson). */
  rate: number;
  /** The same share as it is expected: four fifths of what shoppers exchange is no rule (a Beta prior of 1 and 4). */
  expected: number;
  /** How much more often it follows this failure than any other. */
  attraction: number;
  /** How many shoppers. */
  volume: number;
  /** Of the rescued, how many bought, at least. */
  bought: number;
  /** Items clicked for both queries on other ways. */
  shared: number;
  /** How much more the rescue finds. */
  gain: number;
  /** The catalogue does not know what failed. */
  failedUnknown: number;
  /** It knows what rescued. */
  rescueKnown: number;
  closeness: number;
  /** Same sound. */
  sound: number;
  /** Longer words are mistaken for each other less by chance. */
  length: number;
  /** The two words keep the same company in titles. */
  company: number;
  /** They stand in other titles: alternatives and accessories stand in the same. */
  apart: number;
  /** Another script, or browsers of another language. */
  foreign: number;
  abbreviation: number;
}

export type FeatureName = keyof Features;

export function featuresOf(pair: Pair, exchange: Exchange, context: ScoringContext): Features {
  const { evidence } = pair;
  const { catalogue } = context;
  const [failed, rescue] = [exchange.failed.join(' '), exchange.rescue.join(' ')];
  const rate = evidence.sessions > 0 ? evidence.rescues / evidence.sessions : 0;
  const sound = phoneticKey(failed);
  return {
    rate: wilsonLowerBound(evidence.rescues, evidence.sessions),
    expected: (evidence.rescues + 1) / (evidence.sessions + 5),
    attraction: attraction(rate, evidence.rescueShare),
    volume: saturating(evidence.rescues, 5),
    bought: wilsonLowerBound(evidence.conversions, evidence.rescues),
    shared: saturating(evidence.sharedItems, 1),
    gain: gainOf(pair),
    failedUnknown: unknown(exchange.failed, catalogue),
    rescueKnown: known(exchange.rescue, catalogue),
    closeness: spellingCloseness(failed, rescue),
    sound: sound !== null && sound.length > 1 && sound === phoneticKey(rescue) ? 1 : 0,
    length: Math.min(1, Array.from(failed).length / 10),
    company: companyOf(exchange, catalogue),
    apart: 1 - togetherness(exchange, catalogue),
    foreign: scriptOf(failed) === scriptOf(rescue) ? (evidence.foreignShare ?? 0) : 1,
    abbreviation: abbreviates(failed, exchange.rescue) || abbreviates(rescue, exchange.failed) ? 1 : 0,
  };
}

function gainOf({ evidence: { resultsFailed: before, resultsRescue: after } }: Pair): number {
  return after <= 0 ? 0 : Math.max(0, 1 - before / after);
}

/** Nothing is known of an empty catalogue: neither for nor against. */
const UNDECIDED = 0.5;

/** The best known word is the one that the query is about. */
function unknown(words: readonly string[], catalogue: CatalogueVocabulary): number {
  if (catalogue.items === 0) return UNDECIDED;
  return Math.min(
    1,
    ...words.filter((word) => !isCode(word)).map((word) => 1 - saturating(catalogue.frequency(word), 1)),
  );
}

function known(words: readonly string[], catalogue: CatalogueVocabulary): number {
  if (catalogue.items === 0) return UNDECIDED;
  return words.length === 0 ? 0 : Math.min(...words.map((word) => saturating(catalogue.frequency(word), 1)));
}

function companyOf({ failed, rescue }: Exchange, catalogue: CatalogueVocabulary): number {
  let best = 0;
  for (const a of failed) for (const b of rescue) best = Math.max(best, catalogue.similarity(a, b));
  return best;
}

/** Items that say it: one may be a slip. */
const LEAST_ITEMS = 2;
/** With less of the rarer word's items it is the large catalogue that says it, not the words. */
const LEAST_SHARE = 0.1;

/**
 * The catalogue says both of one thing, no less often than chance would: what means the same stands in each other's place, and
 * so seldom in one title.
 */
export function areSaidTogether({ failed, rescue }: Exchange, catalogue: CatalogueVocabulary): boolean {
  return failed.some((a) =>
    rescue.some((b) => {
      const both = catalogue.together(a, b);
      const [ofA, ofB] = [catalogue.frequency(a), catalogue.frequency(b)];
      return both >= LEAST_ITEMS && both >= LEAST_SHARE * Math.min(ofA, ofB) && both * catalogue.items >= ofA * ofB;
    }),
  );
}

/** Of the items with the rarer word, the share that has the other one too. */
export function togetherness({ failed, rescue }: Exchange, catalogue: CatalogueVocabulary): number {
  let most = 0;
  for (const a of failed) {
    for (const b of rescue) {
      const rarer = Math.min(catalogue.frequency(a), catalogue.frequency(b));
      if (rarer > 0) most = Math.max(most, catalogue.together(a, b) / rarer);
    }
  }
  return Math.min(1, most);
}
