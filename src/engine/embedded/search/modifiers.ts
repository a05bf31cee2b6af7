import { isCode } from '../../../text/index.ts';
import { PREPOSITIONS } from '../segment/document-text.ts';
import { FIELD } from '../segment/fields.ts';
import type { Segment } from '../segment/segment.ts';
import { CacheBySegment } from './cache-by-segment.ts';
import { CompanyCounts, NO_COMPANY, type Company } from './company.ts';
import { liveDocumentsOf, type SegmentView } from './index-state.ts';
import { eachTitle } from './title-sample.ts';
import type { Steps } from './turns.ts';

/** Titles looked at for the word asked for, and for each of the words behind it that are looked at, the commonest. */
export const SAMPLE = 300;
const SAMPLE_OF_NEXT = 100;
const MOST_NEXT = 100;
/** Words looked at on either side: "projector" in "projector ceiling mount". */
export const REACH = 3;
/** Fewer titles prove nothing about a word. */
const MIN_TITLES = 5;
/** A word names things when at least this share of its titles ends, or goes on with a number, right behind it. */
const CLOSING = 0.1;
/** A word that is as often before the other one describes it and is no thing of its own: "USB mouse", "mouse USB". */
const COMMUTING = 0.125;
/** From this share on a word of titles is also in the attributes of its documents: a colour, an interface, a size. */
const VALUE = 0.35;
/** Such a word may still name things, when the two stand together so much more often than by chance; never above. */
const LIFT = 3;
const ONLY_VALUE = 0.7;
/** A word that is together with the other one this much less often than by chance says nothing about it. */
const MIN_LIFT = 0.3;

const titleUses = new CacheBySegment<TitleUse>(500);
const uses = new CacheBySegment<Use>(2_000);

/** What the titles that have a word say of it. */
export interface TitleUse {
  /**
   * Words behind which it only modifies: "pad" for "mouse", because a mouse pad is a pad, but not "black" or "USB". A
   * thing's name closes its phrase, stands behind what it is made for and never before it, and is no value of an attribute.
   */
  heads: ReadonlySet<string>;
  company: Company;
}

export const NO_USE: TitleUse = { heads: new Set(), company: NO_COMPANY };

/** How titles use a word, learned from the catalogue in steps; learned again when the largest segment changes. */
export function* titleUse(views: readonly SegmentView[], word: string, locale: string): Steps<TitleUse> {
  if (views.length === 0 || !endsInHead(locale)) return NO_USE;
  const cache = titleUses.of(largest(views));
  let use = cache.get(word);
  if (!use) cache.set(word, (use = yield* learnUse(views, word)));
  return use;
}

/** Languages whose compounds begin with their head: "housse ordinateur", "funda portátil". */
const HEAD_FIRST = new Set('ar ca es fr gl he id it ms pt ro th vi'.split(' '));

export function endsInHead(locale: string): boolean {
  return !HEAD_FIRST.has(locale.slice(0, 2).toLowerCase());
}

function* learnUse(views: readonly SegmentView[], word: string): Steps<TitleUse> {
  const neighbours = noNeighbours();
  const company = new CompanyCounts();
  const spellings = new Map<Segment, (term: number) => string>();
  const { titles, seen } = eachTitle(views, word, SAMPLE, ({ segment, words, at }) => {
    const from = Math.max(0, at - REACH);
    let spell = spellings.get(segment);
    if (!spell) spellings.set(segment, (spell = remembered((term) => segment.terms.at(term))));
    const near = Array.from(words.subarray(from, at + REACH + 1), spell);
    addNeighbours(neighbours, near, at - from);
    company.add(segment, words);
  });
  if (titles === 0) return NO_USE;
  const uses = new Map<string, Use>();
  for (const [next] of possibleHeads(neighbours)) {
    yield;
    uses.set(next, useOf(views, next));
  }
  const heads = chooseHeads(neighbours, seen, liveDocumentsOf(views), (next) => uses.get(next)!);
  return { heads, company: company.of(word) };
}

/** How often words stand shortly before and behind one in titles. */
export interface Neighbours {
  before: Map<string, number>;
  after: Map<string, number>;
}

export const noNeighbours = (): Neighbours => ({ before: new Map(), after: new Map() });

/** Counts what stands near `words[at]` in one title. Single letters name nothing. */
export function addNeighbours({ before, after }: Neighbours, words: readonly string[], at: number): void {
  const behind = words.slice(at + 1, at + 1 + REACH);
  for (let i = at - 1; i >= 0 && i >= at - REACH; i--) {
    // "Video cable, camera cable" says twice that it is a cable.
    if (!behind.includes(words[i]!)) count(before, words[i]!);
  }
  for (const next of behind) {
    if (endsName(next)) break;
    if (next !== words[at] && next.length > 1) count(after, next);
  }
}

/** Words that may be heads, the commonest first, whatever the order of the titles: those that are hardly ever said before the word. */
export function possibleHeads({ before, after }: Neighbours): [word: string, times: number][] {
  const behind = [...after].filter(([next, times]) => (before.get(next) ?? 0) <= COMMUTING * times);
  return behind.sort(([a, x], [b, y]) => y - x || (a < b ? -1 : 1)).slice(0, MOST_NEXT);
}

export function chooseHeads(
  neighbours: Neighbours,
  seen: number,
  documents: number,
  useOfWord: (word: string) => Use,
): ReadonlySet<string> {
  const heads = new Set<string>();
  for (const [next, times] of possibleHeads(neighbours)) {
    const use = useOfWord(next);
    if (use.titles < MIN_TITLES || use.closing < CLOSING || use.value >= ONLY_VALUE) continue;
    const lift = (times * documents) / (seen * use.titles);
    if (lift >= (use.value < VALUE ? MIN_LIFT : LIFT)) heads.add(next);
  }
  return heads;
}

function count(counts: Map<string, number>, word: string): void {
  counts.set(word, (counts.get(word) ?? 0) + 1);
}

/** A number or a preposition: what is named stands before it. */
export function endsName(word: string): boolean {
  return isCode(word) || PREPOSITIONS.has(word);
}

const prepositions = new WeakMap<Segment, ReadonlySet<number>>();

/** The same by term: hardly any has to be spelled for it. */
function endsNameIn(segment: Segment, term: number): boolean {
  let known = prepositions.get(segment);
  if (!known) prepositions.set(segment, (known = new Set(Array.from(PREPOSITIONS, (word) => segment.termOf(word)))));
  if (known.has(term)) return true;
  const { bytes, offsets } = segment.terms;
  for (let at = offsets[term]!; at < offsets[term + 1]!; at++) {
    const byte = bytes[at]!;
    if (byte >= 0x30 && byte <= 0x39) return true;
    if (byte >= 0x80) return isCode(segment.terms.at(term));
  }
  return false;
}

/** What is learned of words holds until another segment is the largest. */
function largest(views: readonly SegmentView[]): Segment {
  return views.reduce((most, view) => (view.live > most.live ? view : most)).segment;
}

/** How a word is used in titles. */
export interface Use {
  titles: number;
  /** Share of its titles in which it closes a phrase, and in which it is a value of an attribute. */
  closing: number;
  value: number;
}

/** "black" stands behind a hundred other words: how it is used is worked out for the first of them. */
function useOf(views: readonly SegmentView[], word: string): Use {
  const cache = uses.of(largest(views));
  let use = cache.get(word);
  if (!use) cache.set(word, (use = measureUse(views, word)));
  return use;
}

function measureUse(views: readonly SegmentView[], word: string): Use {
  let closing = 0;
  let value = 0;
  const { titles, seen } = eachTitle(views, word, SAMPLE_OF_NEXT, ({ segment, words, at, fields }) => {
    if (at + 1 === words.length || endsNameIn(segment, words[at + 1]!)) closing++;
    if (fields & FIELD.attributes) value++;
  });
  const shown = Math.max(1, seen);
  return { titles, closing: closing / shown, value: value / shown };
}

/** Terms that are remembered: reading one from the dictionary takes longer than all else that is done with it. */
const KEPT_TERMS = 4_096;

export function remembered<Value>(learn: (term: number) => Value): (term: number) => Value {
  const known = new Map<number, Value>();
  return (term) => {
    let value = known.get(term);
    if (value === undefined) {
      if (known.size >= KEPT_TERMS) known.clear();
      known.set(term, (value = learn(term)));
    }
    return value;
  };
}
