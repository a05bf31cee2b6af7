import { setImmediate as nextTurn } from 'node:timers/promises';
import { canonicalJson } from '../../kernel/json.ts';
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

/** `work`: pairs of rules and of their conditions that are compared, some seconds; `turn`: before others get theirs. */
export const CONFLICT_LIMITS = { rows: 200, items: 20, work: 1_000_000, turn: 1_000 } as const;

interface Disagreement {
  kind: ConflictKind;
  items: string[];
}

/**
 * Of the enabled rules whose time has not gone by; `rules` in the order of their effect. Words count by their stems in the
 * condition's language, else in `locale`; synonyms do not count.
 */
export async function conflictsOf(rules: readonly Rule[], locale: string, now: number): Promise<RuleConflicts> {
  const present = rules
    .filter(({ enabled, ends_at }) => enabled && (!ends_at || ends_at.getTime() > now))
    .map((rule) => new ComparedRule(rule));
  const rows: RuleConflict[] = [];
  let work = 0;
  let turn = 0;
  for (const [at, first] of present.entries()) {
    for (let next = at + 1; next < present.length; next++) {
      if (work - turn > CONFLICT_LIMITS.turn) {
        turn = work;
        await nextTurn();
      }
      const second = present[next]!;
      work++;
      const found = disagreements(first, second);
      if (found.length === 0 && first.keys.isDisjointFrom(second.keys)) continue;
      if (!haveCommonTime(first.rule, second.rule)) continue;
      work += first.patterns.length * second.patterns.length;
      if (work > CONFLICT_LIMITS.work || rows.length >= CONFLICT_LIMITS.rows) return { rows, complete: false };
      const query = commonQuery(first.patterns, second.patterns, locale);
      if (query === null) continue;
      const both = [first.name, second.name] as const;
      const kinds = found.length > 0 ? found : [{ kind: 'same_condition' as const, items: [] }];
      rows.push(...kinds.map(({ kind, items }) => ({ kind, rules: both, query, items })));
    }
  }
  return { rows, complete: true };
}

/** A rule with what is asked of it for every other one. */
class ComparedRule {
  readonly patterns: readonly Pattern[];
  readonly keys: ReadonlySet<string>;
  readonly places: ReadonlyMap<string, number>;
  readonly taken: ReadonlySet<number>;
  readonly hidden: ReadonlySet<string>;
  readonly boosted: ReadonlySet<string>;
  readonly buried: ReadonlySet<string>;

  constructor(readonly rule: Rule) {
    const { pin, hide, boost, bury } = rule.actions;
    this.patterns = rule.conditions.map((condition) => new Pattern(condition));
    this.keys = new Set(
      rule.conditions.map(({ match, channel, locale, pattern }) =>
        JSON.stringify([match, channel, locale, pattern.trim().toLowerCase()]),
      ),
    );
    this.places = new Map(pin.map(({ id, position }) => [id, position]));
    this.taken = new Set(this.places.values());
    this.hidden = new Set(hide);
    this.boosted = new Set(boost.map(({ filter }) => canonicalJson(filter)));
    this.buried = new Set(bury.map(({ filter }) => canonicalJson(filter)));
  }

  get name(): { id: string; name: string } {
    return { id: this.rule.id, name: this.rule.name };
  }
}

function disagreements(a: ComparedRule, b: ComparedRule): Disagreement[] {
  const found: Disagreement[] = [];
  const add = (kind: ConflictKind, items: readonly string[] | boolean): void => {
    if (items === true) found.push({ kind, items: [] });
    else if (items && items.length > 0) found.push({ kind, items: items.slice(0, CONFLICT_LIMITS.items) });
  };
  const differ = (one: string | null, other: string | null): boolean => one !== null && other !== null && one !== other;
  const [ours, theirs] = [a.rule.actions, b.rule.actions];
  add('redirect', differ(ours.redirect, theirs.redirect));
  add('replace_query', differ(ours.replace_query, theirs.replace_query));
  add('pin_hidden', [...hiddenPins(a, b), ...hiddenPins(b, a)]);
  if (a.places.size > 0) {
    const pins = [...b.places];
    add('pinned_twice', idsOf(pins.filter(([id, position]) => (a.places.get(id) ?? position) !== position)));
    // The second one moves to the next free place.
    add('position', idsOf(pins.filter(([id, position]) => !a.places.has(id) && a.taken.has(position))));
  }
  add('boost_buried', !a.boosted.isDisjointFrom(b.buried) || !b.boosted.isDisjointFrom(a.buried));
  return found;
}

const idsOf = (pins: readonly (readonly [string, number])[]): string[] => pins.map(([id]) => id);

function hiddenPins({ places }: ComparedRule, { hidden }: ComparedRule): string[] {
  return places.size === 0 || hidden.size === 0 ? [] : [...places.keys()].filter((id) => hidden.has(id));
}

function haveCommonTime(a: Rule, b: Rule): boolean {
  const begins = (one: Rule): number => one.starts_at?.getTime() ?? Number.NEGATIVE_INFINITY;
  const ends = (one: Rule): number => one.ends_at?.getTime() ?? Number.POSITIVE_INFINITY;
  return Math.max(begins(a), begins(b)) < Math.min(ends(a), ends(b));
}

/** A condition whose words are read once, however many others it is compared with. */
export class Pattern {
  readonly words: readonly string[];
  readonly #stems = new Map<string, readonly string[]>();

  constructor(readonly condition: RuleCondition) {
    this.words = tokenize(condition.pattern).map(({ term }) => term);
  }

  stems(language: string): readonly string[] {
    const known = this.#stems.get(language);
    if (known) return known;
    const stems = this.words.map((word) => stem(word, language));
    this.#stems.set(language, stems);
    return stems;
  }
}

/** Null when no query meets both. */
function commonQuery(a: readonly Pattern[], b: readonly Pattern[], locale: string): string | null {
  if (a.length === 0 || b.length === 0) return (a[0] ?? b[0])?.condition.pattern ?? '';
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
export function commonWords(one: Pattern, other: Pattern, locale: string): string[] | null {
  const [a, b] = [one.condition, other.condition];
  if (a.channel !== null && b.channel !== null && a.channel !== b.channel) return null;
  const language = commonLocale(a.locale, b.locale, locale);
  if (language === null) return null;
  const [ours, theirs] = [one.words, other.words];
  const [ourStems, theirStems] = [one.stems(language), other.stems(language)];
  let shortest: string[] | null = null;
  for (let shift = -theirs.length; shift <= ours.length; shift++) {
    const from = Math.min(0, shift);
    const to = Math.max(ours.length, shift + theirs.length);
    if (to - from > MAX_QUERY_WORDS || (shortest && to - from >= shortest.length)) continue;
    if ((atStart(a) && from < 0) || (atStart(b) && from < shift)) continue;
    if ((atEnd(a) && to > ours.length) || (atEnd(b) && to > shift + theirs.length)) continue;
    const differs = theirStems.some((word, at) => (ourStems[shift + at] ?? word) !== word);
    if (differs) continue;
    shortest = Array.from({ length: to - from }, (_, at) => ours[from + at] ?? theirs[from + at - shift]!);
  }
  return shortest;
}

const atStart = ({ match }: RuleCondition): boolean => match === 'is' || match === 'starts';
const atEnd = ({ match }: RuleCondition): boolean => match === 'is' || match === 'ends';

/** The narrower of two; the shop's where neither names one; null when no search is in both. */
function commonLocale(a: string | null, b: string | null, fallback: string): string | null {
  if (a === null || b === null) return a ?? b ?? fallback;
  const [one, other] = [a.toLowerCase(), b.toLowerCase()];
  if (one === other || one.startsWith(`${other}-`)) return a;
  return other.startsWith(`${one}-`) ? b : null;
}
