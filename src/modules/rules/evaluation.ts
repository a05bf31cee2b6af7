import type { Filter } from '../../engine/port/index.ts';
import { joinedForms, stem, tokenize } from '../../text/index.ts';
import { allOf, parseFilter } from './filters/filter.ts';
import { QueryGraph, type QueryReading } from './query-graph.ts';
import type { Banner, Channel, Rule, RuleCondition } from './rule.ts';

export interface CompiledActions {
  pins: readonly { id: string; position: number }[];
  hidden: readonly string[];
  boosts: readonly { filter: Filter; weight: number }[];
  filters: readonly Filter[];
  redirect: string | null;
  banner: Banner | null;
  replaceQuery: string | null;
}

export interface CompiledRule {
  id: string;
  name: string;
  actions: CompiledActions;
}

export interface SearchSituation {
  /** Readings in one language, any of which may match: what was typed, and what a rule replaced it with. */
  queries: readonly QueryReading[];
  /** BCP 47. */
  locale: string;
  channel: Channel | null;
  /** Milliseconds since 1970. */
  now: number;
}

interface Entry {
  original: Rule;
  rule: CompiledRule;
  conditions: readonly { condition: RuleCondition; spellings: readonly (readonly string[])[] }[];
  startsAt: number;
  endsAt: number;
}

interface Pattern {
  entry: Entry;
  condition: RuleCondition;
  stems: readonly string[];
}

/** Moves a hit below those it matched equally well with; boosts begin at 1. */
const BURY_WEIGHT = 0.1;

/** A tenant's enabled rules in the order of their effect, found by the words of a query. */
export class CompiledRules {
  readonly #entries: Entry[];
  /** By language: patterns by the stem of their first word. Built when a query in that language comes. */
  readonly #patterns = new Map<string, Map<string, Pattern[]>>();

  constructor(rules: readonly Rule[]) {
    this.#entries = rules
      .filter((rule) => rule.enabled)
      .toSorted(byPriority)
      .map((rule) => ({
        original: rule,
        rule: compileRule(rule),
        conditions: rule.conditions.map((condition) => ({ condition, spellings: spellingsOf(condition.pattern) })),
        startsAt: rule.starts_at?.getTime() ?? Number.NEGATIVE_INFINITY,
        endsAt: rule.ends_at?.getTime() ?? Number.POSITIVE_INFINITY,
      }));
  }

  /** As if these were in force, in place of those with their ids. */
  withDrafts(drafts: readonly Rule[]): CompiledRules {
    const replaced = new Set(drafts.map(({ id }) => id));
    const others = this.#entries.map(({ original }) => original).filter(({ id }) => !replaced.has(id));
    return new CompiledRules([...others, ...drafts]);
  }

  /** Rules that apply, higher priority first. */
  evaluate({ queries, locale, channel, now }: SearchSituation): CompiledRule[] {
    if (this.#entries.length === 0) return [];
    const matched = new Set<Entry>();
    const patterns = this.#patternsFor(locale);
    for (const query of queries) {
      const graph = new QueryGraph(query, locale);
      for (const first of graph.stems) {
        for (const { entry, condition, stems } of patterns.get(first) ?? []) {
          if (matched.has(entry) || !fits(condition, channel, locale)) continue;
          if (graph.matches(condition.match, stems)) matched.add(entry);
        }
      }
    }
    return this.#entries
      .filter((entry) => entry.conditions.length === 0 || matched.has(entry))
      .filter((entry) => entry.startsAt <= now && now < entry.endsAt)
      .map((entry) => entry.rule);
  }

  #patternsFor(locale: string): Map<string, Pattern[]> {
    const language = locale.split('-', 1)[0]!.toLowerCase();
    const known = this.#patterns.get(language);
    if (known) return known;
    const patterns = new Map<string, Pattern[]>();
    for (const entry of this.#entries) {
      for (const { condition, spellings } of entry.conditions) {
        for (const words of spellings) {
          const stems = words.map((word) => stem(word, locale));
          const first = stems[0]!;
          const list = patterns.get(first);
          if (list) list.push({ entry, condition, stems });
          else patterns.set(first, [{ entry, condition, stems }]);
        }
      }
    }
    // Languages come with requests: a made-up one must not stay for ever.
    if (this.#patterns.size >= 50) this.#patterns.clear();
    this.#patterns.set(language, patterns);
    return patterns;
  }
}

/** Words of a pattern, and with its compounds as one: `t-shirt` is also `tshirt`. */
function spellingsOf(pattern: string): string[][] {
  const tokens = tokenize(pattern);
  const words = tokens.map((token) => token.term);
  const joined = joinedForms(tokens).map(({ term, from, to }) => [...words.slice(0, from), term, ...words.slice(to)]);
  return [words, ...joined].filter((spelling) => spelling.length > 0);
}

function byPriority(a: Rule, b: Rule): number {
  return b.priority - a.priority || a.created_at.getTime() - b.created_at.getTime() || (a.id < b.id ? -1 : 1);
}

function fits(condition: RuleCondition, channel: Channel | null, locale: string): boolean {
  if (condition.channel !== null && condition.channel !== channel) return false;
  if (condition.locale === null) return true;
  const wanted = condition.locale.toLowerCase();
  const given = locale.toLowerCase();
  return given === wanted || given.startsWith(wanted + '-');
}

function compileRule({ id, name, actions }: Rule): CompiledRule {
  const boosts = [...actions.boost, ...actions.bury.map(({ filter }) => ({ filter, weight: BURY_WEIGHT }))].flatMap(
    ({ filter, weight }) => compileFilters(filter).map((compiled) => ({ filter: compiled, weight })),
  );
  return {
    id,
    name,
    actions: {
      pins: actions.pin,
      hidden: actions.hide,
      boosts,
      filters: actions.filter === null ? [] : compileFilters(actions.filter),
      redirect: actions.redirect,
      banner: actions.banner,
      replaceQuery: actions.replace_query,
    },
  };
}

/** None for a stored filter that today's grammar refuses: one rule must not stop a shop's search. */
function compileFilters(value: unknown): Filter[] {
  const filter = allOf(parseFilter(value, []).parts.map((part) => part.filter));
  return filter === null ? [] : [filter];
}
