import { isDeepStrictEqual } from 'node:util';
import { MAX_QUERY_WORDS, stem, tokenize } from '../../text/index.ts';
import type { Rule, RuleCondition } from './rule.ts';

export const CONFLICT_KINDS = [
  'redirect',
  'replace_query',
  'pin_hidden',
  'pinned_twice',
  'position',
  'boost_buried',
  'same_condition',
] as const;
export type ConflictKind = (typeof CONFLICT_KINDS)[number];

/** Two rules that are in force for one search and want different things of it, or the same condition twice. */
export interface RuleConflict {
  kind: ConflictKind;
  /** The one that prevails is the first. */
  rules: readonly [{ id: string; name: string }, { id: string; name: string }];
  /** The shortest that a shopper types for both to be in force; empty: anything. */
  query: string;
  /** The items that it is about. */
  items: string[];
}

export interface RuleConflicts {
  rows: RuleConflict[];
  /** False when there are more than are listed. */
  complete: boolean;
}

export const CONFLICT_LIMITS = { rows: 200, pairs: 100_000, items: 20 } as const;

interface Disagreement {
  kind: ConflictKind;
  items: string[];
}

/**
 * Of the enabled rules whose time has not gone by; `rules` in the order of their effect. Words count by their stems in the
 * condition's language, else in `locale`; synonyms do not count.
 */
export function conflictsOf(rules: readonly Rule[], locale: string, now: number): RuleConflicts {
  const present = rules.filter(({ enabled, ends_at }) => enabled && (!ends_at || ends_at.getTime() > now));
  const rows: RuleConflict[] = [];
  let pairs = 0;
  for (const [at, first] of present.entries()) {
    for (const second of present.slice(at + 1)) {
      const found = disagreements(first, second);
      if (found.length === 0 && !sharesCondition(first, second)) continue;
      if (!haveCommonTime(first, second)) continue;
      if (++pairs > CONFLICT_LIMITS.pairs || rows.length >= CONFLICT_LIMITS.rows) return { rows, complete: false };
      const query = commonQuery(first.conditions, second.conditions, locale);
      if (query === null) continue;
      const both = [pick(first), pick(second)] as const;
      const kinds = found.length > 0 ? found : [{ kind: 'same_condition' as const, items: [] }];
      rows.push(...kinds.map(({ kind, items }) => ({ kind, rules: both, query, items })));
    }
  }
  return { rows, complete: true };
}

const pick = ({ id, name }: Rule): { id: string; name: string } => ({ id, name });

function disagreements({ actions: a }: Rule, { actions: b }: Rule): Disagreement[] {
  const found: Disagreement[] = [];
  const add = (kind: ConflictKind, items: string[] | boolean): void => {
    if (items === true) found.push({ kind, items: [] });
    else if (items && items.length > 0) found.push({ kind, items: items.slice(0, CONFLICT_LIMITS.items) });
  };
  add('redirect', a.redirect !== null && b.redirect !== null && a.redirect !== b.redirect);
  add('replace_query', a.replace_query !== null && b.replace_query !== null && a.replace_query !== b.replace_query);
  const hidden = (pins: typeof a.pin, hide: string[]): string[] =>
    pins.length > 0 && hide.length > 0 ? pins.map(({ id }) => id).filter((id) => hide.includes(id)) : [];
  add('pin_hidden', [...hidden(a.pin, b.hide), ...hidden(b.pin, a.hide)]);
  if (a.pin.length > 0 && b.pin.length > 0) {
    const places = new Map(a.pin.map(({ id, position }) => [id, position]));
    const taken = new Set(places.values());
    add(
      'pinned_twice',
      b.pin.filter(({ id, position }) => (places.get(id) ?? position) !== position).map(({ id }) => id),
    );
    // The second one moves to the next free place.
    add(
      'position',
      b.pin.filter(({ id, position }) => !places.has(id) && taken.has(position)).map(({ id }) => id),
    );
  }
  const opposed = (up: typeof a.boost, down: typeof a.bury): boolean =>
    up.some(({ filter }) => down.some((other) => isDeepStrictEqual(filter, other.filter)));
  add('boost_buried', opposed(a.boost, b.bury) || opposed(b.boost, a.bury));
  return found;
}

function sharesCondition(a: Rule, b: Rule): boolean {
  if (a.conditions.length === 0 || b.conditions.length === 0) return false;
  return a.conditions.some((one) =>
    b.conditions.some(
      (other) =>
        one.match === other.match &&
        one.channel === other.channel &&
        one.locale === other.locale &&
        one.pattern.trim().toLowerCase() === other.pattern.trim().toLowerCase(),
    ),
  );
}

function haveCommonTime(a: Rule, b: Rule): boolean {
  const begins = (one: Rule): number => one.starts_at?.getTime() ?? Number.NEGATIVE_INFINITY;
  const ends = (one: Rule): number => one.ends_at?.getTime() ?? Number.POSITIVE_INFINITY;
  return Math.max(begins(a), begins(b)) < Math.min(ends(a), ends(b));
}

/** Null when no query meets both. */
function commonQuery(a: readonly RuleCondition[], b: readonly RuleCondition[], locale: string): string | null {
  if (a.length === 0 || b.length === 0) return (a[0] ?? b[0])?.pattern ?? '';
  let shortest: string[] | null = null;
  for (const one of a) {
    for (const other of b) {
      const words = commonWords(one, other, locale);
      if (words && (shortest === null || words.length < shortest.length)) shortest = words;
    }
  }
  return shortest && shortest.join(' ');
}

/** The fewest words that meet both conditions: one pattern is laid over the other at every place. */
export function commonWords(a: RuleCondition, b: RuleCondition, locale: string): string[] | null {
  if (a.channel !== null && b.channel !== null && a.channel !== b.channel) return null;
  const language = commonLocale(a.locale, b.locale, locale);
  if (language === null) return null;
  const [ours, theirs] = [wordsOf(a.pattern), wordsOf(b.pattern)];
  const [ourStems, theirStems] = [ours, theirs].map((words) => words.map((word) => stem(word, language)));
  let shortest: string[] | null = null;
  for (let shift = -theirs.length; shift <= ours.length; shift++) {
    const from = Math.min(0, shift);
    const to = Math.max(ours.length, shift + theirs.length);
    if (to - from > MAX_QUERY_WORDS || (shortest && to - from >= shortest.length)) continue;
    if ((atStart(a) && from < 0) || (atStart(b) && from < shift)) continue;
    if ((atEnd(a) && to > ours.length) || (atEnd(b) && to > shift + theirs.length)) continue;
    const differs = theirStems!.some((word, at) => (ourStems![shift + at] ?? word) !== word);
    if (differs) continue;
    shortest = Array.from({ length: to - from }, (_, at) => ours[from + at] ?? theirs[from + at - shift]!);
  }
  return shortest;
}

const wordsOf = (pattern: string): string[] => tokenize(pattern).map(({ term }) => term);
const atStart = ({ match }: RuleCondition): boolean => match === 'is' || match === 'starts';
const atEnd = ({ match }: RuleCondition): boolean => match === 'is' || match === 'ends';

/** The narrower of two; the shop's where neither names one; null when no search is in both. */
function commonLocale(a: string | null, b: string | null, fallback: string): string | null {
  if (a === null || b === null) return a ?? b ?? fallback;
  const [one, other] = [a.toLowerCase(), b.toLowerCase()];
  if (one === other || one.startsWith(`${other}-`)) return a;
  return other.startsWith(`${one}-`) ? b : null;
}
