import { timesExpected, type RankingExplanation } from '../../port/index.ts';
import type { BehaviourSource } from './behaviour.ts';
import { NOT_IN_TITLE } from './proximity.ts';

/** What is known of a hit when it is ranked. */
export interface HitSignals {
  /** Share of what the query tells that the hit lacks, or has in a lesser field only, in 1/64: 0 for a full match. */
  missing: number;
  typos: number;
  joined: number;
  synonyms: number;
  /** Mean over the words of field and exactness; 0 is every word exactly in the head of the title. */
  placement: number;
  /** 0 when the words name the thing as a whole (its category, type, brand, title), 1 for some of them, 2 for none. */
  naming: number;
  /** 0 side by side in the title, 1 near, 2 in the title, 3 elsewhere. */
  proximity: number;
  /** 1 when the title has the last word only as part of another thing's name: "mouse" in "mouse pad". */
  modifies: number;
  /** Doublings of the document's size in bytes. */
  size: number;
  /** How usual its title is among those with the last word, from 0 to 1; see `Company`. */
  usual: number;
  /** Fields that have the words, counted over the words: what is also described as such is more about it. */
  fields: number;
  boost: number;
  /** What shoppers' behaviour says, see the port; with words an appeal, else a demand. */
  behaviour: number;
  behaviourSource: BehaviourSource;
  popularity: number;
}

export interface RankingRule {
  name: string;
  better: 'higher' | 'lower';
  value(hit: HitSignals): number;
  detail?(hit: HitSignals): string;
}

/**
 * How well the words fit, in steps: inside one step boosts, behaviour and popularity decide. Naming weighs most, so that "laptop"
 * finds laptops before what is made for them; a step of field order weighs as much as words standing apart.
 */
export function matchBucket(hit: HitSignals): number {
  const asked = Math.round(hit.placement) + NAMING_STEP * hit.naming + hit.proximity;
  return asked + MODIFIER_STEP * hit.modifies + JOINED_STEP * hit.joined + SCATTER_STEP * scatter(hit);
}

const NAMING_STEP = 3;
const MODIFIER_STEP = 2;
/** `smartwatch` in a title is more about "smart watch" than a description that has both words somewhere. */
const JOINED_STEP = 3;
const SCATTER_STEP = 2;

/**
 * Several words that neither stand together in the title nor name the thing are the farther apart the longer the document:
 * the data sheet of a computer has "pro" and "controller" in it, which makes it no pro controller. In doublings of its size.
 */
function scatter(hit: HitSignals): number {
  return hit.proximity === NOT_IN_TITLE && hit.naming === UNNAMED ? hit.size : 0;
}

/** Naming of a document that none of the words names. */
export const UNNAMED = 2;
/** A title that says only what all of them say counts as this many doublings of the size. */
const USUAL = 10;
/** Below this placement all words are in the title. */
const IN_TITLE = 3;

/**
 * How much a document is about its words. One that is named by them is the more the thing itself the more is told of it, a
 * notebook has more data than a case for one, and the more its title is like those of the others that have the word. One
 * that only mentions them is the less about them the longer it is (the length normalisation of BM25, Robertson and Zaragoza
 * 2009).
 */
export function aboutness(hit: HitSignals): number {
  return hit.placement < IN_TITLE ? hit.size + USUAL * hit.usual : -hit.size;
}

/** The order of hits: the first rule in which two hits differ decides; ties are left to the id. */
export const RANKING_RULES: readonly RankingRule[] = [
  {
    name: 'words',
    better: 'lower',
    value: (hit) => hit.missing,
    detail: (hit) => `${hit.missing}/64 of the query is missing`,
  },
  { name: 'typos', better: 'lower', value: (hit) => hit.typos },
  { name: 'synonyms', better: 'lower', value: (hit) => hit.synonyms },
  {
    name: 'match',
    better: 'lower',
    value: matchBucket,
    detail: (hit) =>
      `field and exactness ${hit.placement.toFixed(1)}, naming ${hit.naming}, proximity ${hit.proximity}, modifies ${hit.modifies}, joined ${hit.joined}, scattered ${scatter(hit)}`,
  },
  { name: 'boost', better: 'higher', value: (hit) => hit.boost },
  { name: 'behaviour', better: 'higher', value: (hit) => hit.behaviour, detail: behaviourInWords },
  { name: 'popularity', better: 'higher', value: (hit) => hit.popularity },
  { name: 'placement', better: 'lower', value: (hit) => hit.placement },
  {
    name: 'about',
    better: 'higher',
    value: aboutness,
    detail: (hit) => `doublings of its size ${hit.size}, how usual its title is ${hit.usual.toFixed(2)}`,
  },
  { name: 'fields', better: 'higher', value: (hit) => hit.fields },
];

function behaviourInWords({ behaviour, behaviourSource }: HitSignals): string {
  if (behaviourSource === 'none') return 'shoppers have not shown yet how they like it';
  if (behaviourSource === 'demand') return `wanted at step ${behaviour} of 10 among all items`;
  const times = timesExpected(behaviour).toFixed(2);
  const asked = behaviourSource === 'query' ? 'for these words' : 'over all searches';
  return `picked ${times} times as often as its places explain, ${asked}`;
}

export function explain(hit: HitSignals): RankingExplanation {
  return {
    rules: RANKING_RULES.map(({ name, better, value, detail }) => ({
      name,
      value: value(hit),
      better,
      ...(detail && { detail: detail(hit) }),
    })),
  };
}

export function emptySignals(): HitSignals {
  return {
    missing: 0,
    typos: 0,
    joined: 0,
    synonyms: 0,
    placement: 0,
    naming: UNNAMED,
    proximity: 0,
    modifies: 0,
    size: 0,
    usual: 0,
    fields: 0,
    boost: 1,
    behaviour: 0,
    behaviourSource: 'none',
    popularity: 0,
  };
}

/** What a step of missing words adds to the key: more than all that comes after. */
export const MISSING_KEY = 32 * 16 * 256;

/** The rules up to `match` as one number, smaller is better: what most candidates are dismissed by. */
export function matchKey(hit: HitSignals): number {
  return ((hit.missing * 32 + hit.typos) * 16 + hit.synonyms) * 256 + matchBucket(hit);
}

/** Hits by segment and document. */
export const hitKey = (view: number, document: number): string => `${view}:${document}`;

const MISSING_STEPS = 64;

/** `missing` of a hit, see `HitSignals`. At least one step: only full matches miss nothing. */
export function missingShare(worth: number, all: number): number {
  return Math.max(1, Math.round((1 - worth / all) * MISSING_STEPS));
}
