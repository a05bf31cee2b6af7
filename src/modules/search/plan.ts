import type { Alternative, Filter, SearchQuery, TextQuery } from '../../engine/port/index.ts';
import { MAX_QUERY_WORDS, normalizeQuery, tokenize } from '../../text/index.ts';
import type { LearnedBehaviour } from '../behaviour/index.ts';
import { allOf, combine, type CompiledRules, type QueryReading, type RuleOutcome } from '../rules/index.ts';
import type { CompiledSynonyms, Expansion, QueryWords } from '../synonyms/index.ts';
import type { TenantSettings } from '../tenants/index.ts';
import type { SearchRequest } from './search-request.ts';

/** The text of a search as words, with what else they may be called. */
interface Reading {
  normalized: string;
  words: string[];
  truncated: boolean;
  expansions: Expansion[];
}

export interface SearchPlan {
  /** What the engine is asked. */
  query: SearchQuery;
  typed: { normalized: string; truncated: boolean };
  /** What a rule replaced the query with. */
  replacedBy: string | null;
  outcome: RuleOutcome;
  /** By the reference that the engine reports: which synonym, and how it was said. */
  synonyms: ReadonlyMap<string, { id: string; from: string; to: string }>;
}

export interface PlanInput {
  request: SearchRequest;
  settings: Pick<TenantSettings, 'locale' | 'searchable_fields' | 'typo_tolerance'>;
  synonyms: CompiledSynonyms;
  rules: CompiledRules;
  learned: LearnedBehaviour;
  /** Milliseconds since 1970. */
  now: number;
  /** Synonyms that are not in force, to see what they would do. */
  extra?: CompiledSynonyms;
  /** Ids of synonyms that are passed over, to see what would be without them. */
  without?: ReadonlySet<string>;
}

/**
 * From what was typed to what the engine is asked: words, then the rules they call, then what these replace, narrow and
 * move. A replaced query calls rules too, but none of them replaces it again.
 */
export function planSearch({
  request,
  settings,
  synonyms,
  rules,
  learned,
  now,
  extra,
  without,
}: PlanInput): SearchPlan {
  const locale = request.locale ?? settings.locale;
  const manner = {
    locale,
    typos: settings.typo_tolerance,
    session: { id: request.sessionId, now },
    ...(extra && { extra }),
    ...(without && { without }),
  };
  const read = (text: string): Reading => readQuery(text, synonyms, manner);
  const evaluate = (...queries: Reading[]) =>
    rules.evaluate({ queries: queries.map(forRules), locale, channel: request.channel, now });
  const typed = read(request.q);
  let asked = typed;
  let matched = evaluate(typed);
  const replacement = matched.find((rule) => rule.actions.replaceQuery !== null)?.actions.replaceQuery;
  if (replacement) {
    asked = read(replacement);
    matched = evaluate(typed, asked);
  }
  const outcome = combine(matched);
  const alternatives = asked.expansions.map(asAlternative);
  return {
    query: {
      text: textQuery(asked, alternatives, locale, settings),
      ...selection(request, outcome),
      sort: request.sort,
      offset: (request.page - 1) * request.perPage,
      limit: request.perPage,
      boosts: outcome.boosts,
      pins: outcome.pins,
      hidden: outcome.hidden,
      behaviour: learned.appealsFor(asked.normalized),
      explain: request.explain,
    },
    typed: { normalized: typed.normalized, truncated: typed.truncated },
    replacedBy: asked.normalized === typed.normalized ? null : asked.normalized,
    outcome,
    synonyms: describeSynonyms(asked, alternatives),
  };
}

function readQuery(text: string, synonyms: CompiledSynonyms, manner: Omit<QueryWords, 'words' | 'joined'>): Reading {
  const { normalized, words, truncated } = normalizeQuery(text);
  const joined = tokenize(text)
    .slice(0, MAX_QUERY_WORDS)
    .map((token) => token.joinsPrevious);
  return { normalized, words, truncated, expansions: synonyms.expand({ words, joined, ...manner }) };
}

function forRules({ words, truncated, expansions }: Reading): QueryReading {
  return { words, truncated, alternatives: expansions.filter((expansion) => expansion.typos === 0) };
}

/** The engine reports what it used by reference, so that each way to say a synonym is told apart. */
function asAlternative({ synonymId, from, to, replacement, typos }: Expansion, index: number): Alternative {
  return { from, to, replacement, synonymId: `${synonymId}#${index}`, typos };
}

function describeSynonyms(
  { words, expansions }: Reading,
  alternatives: readonly Alternative[],
): SearchPlan['synonyms'] {
  return new Map(
    alternatives.map(({ synonymId, from, to, replacement }, index) => [
      synonymId,
      { id: expansions[index]!.synonymId, from: words.slice(from, to).join(' '), to: replacement.join(' ') },
    ]),
  );
}

function textQuery(
  { words, truncated }: Reading,
  alternatives: readonly Alternative[],
  locale: string,
  settings: PlanInput['settings'],
): TextQuery | null {
  if (words.length === 0) return null;
  return {
    words,
    // After a cut the last word is not the one that is being typed.
    lastIsPrefix: !truncated,
    alternatives,
    locale,
    typoTolerance: settings.typo_tolerance,
    searchableFields: settings.searchable_fields,
  };
}

function selection(
  { filters, facets, facetQuery, facetLimit }: SearchRequest,
  outcome: RuleOutcome,
): Pick<SearchQuery, 'filter' | 'facets'> {
  const without = (field: string | null): Filter | null =>
    allOf([
      ...filters.filter((part) => field === null || part.field !== field).map((part) => part.filter),
      ...outcome.filters,
    ]);
  return {
    filter: without(null),
    facets: facets.map((field) => ({
      field,
      maxValues: facetLimit,
      filter: without(field),
      ...(facetQuery.has(field) && { typed: normalizeQuery(facetQuery.get(field)!).words }),
    })),
  };
}
