import { UNSEARCHED, joinedOf, qualityOf, synonymsOf, typosOf, PREFIX } from '../embedded/search/match-cost.ts';
import type { Group, Reading } from '../embedded/search/reading.ts';
import { WHOLE_VALUE } from '../embedded/segment/fields.ts';
import type { Segment } from '../embedded/segment/segment.ts';
import type { TextQuery } from '../port/index.ts';
import type { Json } from './cluster.ts';
import { WORD_FIELDS } from './document.ts';
import { anyOf } from './filter.ts';

/**
 * A match's score is this for each word less what it costs, in the order of the ranking rules: typos, synonyms, then
 * field and exactness. The few best by it are ranked anew by the rules themselves, so it need only bring the right ones.
 */
const WORD = 1_024;
const TYPO = 256;
const SYNONYM = 32;
const JOINED = 3;
const NAMED = 3;
const PROXIMITY = 1;
/** Runs of more words are no names. */
const MAX_NAME_WORDS = 3;

const GROUPED = ['brand', 'categories', 'tags', 'attributes', 'description'] as const;

export interface Level {
  cost: number;
  fields: string[];
}

/** Searched fields by what a word in them costs, cheapest first. */
export function levelsOf(costs: Uint8Array): Level[] {
  const levels = new Map<number, string[]>();
  for (const [name, bit] of Object.entries(WORD_FIELDS)) {
    // A word at the head of the title is in the title too.
    const cost = costs[name === 'head' ? bit | WORD_FIELDS.title : bit]!;
    if (cost === UNSEARCHED) continue;
    levels.set(cost, [...(levels.get(cost) ?? []), name]);
  }
  return [...levels].sort(([a], [b]) => a - b).map(([cost, fields]) => ({ cost, fields }));
}

/** The readings of a query as one question; `words` is how many it has. */
export function readingsQuery(
  segment: Segment,
  readings: readonly Reading[],
  levels: readonly Level[],
  words: number,
): Json {
  const possible = readings.filter(
    ({ groups }) => groups.length > 0 && groups.every(({ variants }) => variants.length > 0),
  );
  if (possible.length === 0) return { match_none: {} };
  return { dis_max: { queries: possible.map((reading) => readingQuery(segment, reading, levels, words)) } };
}

function readingQuery(segment: Segment, reading: Reading, levels: readonly Level[], words: number): Json {
  // Whatever the number of groups, a reading that costs nothing is worth the same.
  const share = (words * WORD) / reading.groups.length;
  const must = reading.groups.map((group, at) =>
    groupQuery(segment, group, levels, words, share - (at === 0 ? weigh(reading.cost) : 0)),
  );
  const filter = reading.adjacent ? [adjacentQuery(segment, reading)] : [];
  return { bool: { must, filter } };
}

/** Any of a group's variants in any searched field, at the score of the best. */
export function groupQuery(
  segment: Segment,
  group: Group,
  levels: readonly Level[],
  words: number,
  base: number,
): Json {
  const queries: Json[] = [];
  for (const [cost, terms] of termsByCost(segment, group)) {
    for (const level of levels) {
      const filter = anyOf(level.fields.flatMap((field) => terms.map((part) => part(field))));
      const boost = Math.max(1, base - weigh(cost) - (qualityOf(cost) + level.cost) / words);
      queries.push({ constant_score: { filter, boost } });
    }
  }
  return { dis_max: { queries } };
}

/** Any of a group's variants in any searched field. */
export function groupFilter(segment: Segment, group: Group, levels: readonly Level[]): Json {
  const parts = [...termsByCost(segment, group).values()].flat();
  return anyOf(levels.flatMap(({ fields }) => fields.flatMap((field) => parts.map((part) => part(field)))));
}

type Part = (field: string) => Json;

function termsByCost(segment: Segment, { variants }: Group): Map<number, Part[]> {
  const terms = new Map<number, string[]>();
  const parts = new Map<number, Part[]>();
  for (const { from, to, cost } of variants) {
    for (let term = from; term < to; term++) {
      const text = segment.terms.at(term);
      const mark = text.indexOf('\u{10ffff}');
      if (mark >= 0) {
        const prefix = text.slice(0, mark);
        parts.set(cost, [...(parts.get(cost) ?? []), (field) => ({ prefix: { [field]: prefix } })]);
      } else if (qualityOf(cost) !== PREFIX) {
        terms.set(cost, [...(terms.get(cost) ?? []), text]);
      }
    }
  }
  for (const [cost, some] of terms) {
    parts.set(cost, [...(parts.get(cost) ?? []), (field) => ({ terms: { [field]: some } })]);
  }
  return parts;
}

function weigh(cost: number): number {
  return TYPO * typosOf(cost) + SYNONYM * synonymsOf(cost) + JOINED * joinedOf(cost);
}

function adjacentQuery(segment: Segment, { adjacent, sameFieldIsEnough }: Reading): Json {
  const terms = adjacent!.map((term) => segment.terms.at(term));
  const together: Json[] = [{ match_phrase: { line: { query: terms.join(' ') } } }];
  if (sameFieldIsEnough) {
    for (const field of GROUPED) {
      together.push({ bool: { filter: terms.map((term) => ({ term: { [field]: term } })) } });
    }
  }
  return anyOf(together);
}

/** What lifts hits among those that match alike: words that name the thing as a whole, words that stand together. */
export function signalQueries({ words }: TextQuery): Json[] {
  const named = { filter: { terms: { names: runsOf(words) } }, boost: NAMED };
  const whole = { filter: { term: { names: WHOLE_VALUE + words.join(' ') } }, boost: NAMED };
  const queries: Json[] = [{ constant_score: named }, { constant_score: whole }];
  if (words.length > 1) {
    for (const slop of [0, 2, 50]) {
      queries.push({
        constant_score: { filter: { match_phrase: { line: { query: words.join(' '), slop } } }, boost: PROXIMITY },
      });
    }
  }
  return queries;
}

function runsOf(words: readonly string[]): string[] {
  const runs: string[] = [];
  for (let from = 0; from < words.length; from++) {
    for (let to = from + 1; to <= Math.min(words.length, from + MAX_NAME_WORDS); to++) {
      runs.push(WHOLE_VALUE + words.slice(from, to).join(' '));
    }
  }
  return runs;
}
