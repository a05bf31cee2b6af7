import type { BehaviourTable } from '../embedded/search/behaviour.ts';
import type { Corpus } from '../embedded/search/corpus.ts';
import { search as rank } from '../embedded/search/search.ts';
import type { EngineHit, ItemBehaviour, SearchQuery, SearchResult, TextQuery } from '../port/index.ts';
import { candidatesOf, viewOf, type Candidate, type Catalogue } from './catalogue.ts';
import type { Json } from './cluster.ts';
import { facetAggs, readFacet } from './facets.ts';
import { EVERYTHING, anyOf, idsFilter, toFilter, visible } from './filter.ts';
import { orderQueries, toSort } from './ordering.ts';
import { signalQueries } from './matching.ts';
import { relax, type Relaxed } from './relaxation.ts';
import type { TitleUses } from './title-uses.ts';
import { understand, type Understood } from './understanding.ts';

/** Under this many hits in the exact stage, typos and split or joined words join in. */
const ENOUGH_HITS = 5;
/**
 * Hits are ranked by the rules in runs of this many, of which the cluster says which they are: a page is cut from the same
 * run whatever its size, so that no hit comes twice or never.
 */
const RUN = 100;

export interface SearchContext {
  catalogue: Catalogue;
  behaviour: BehaviourTable;
  items: readonly ItemBehaviour[];
  uses: TitleUses;
}

interface Found {
  request: Json;
  answer: Json;
  understood: Understood | null;
}

/**
 * Answers a query: the cluster finds, filters, counts and says which hits may be on the page; the ranking rules of the
 * embedded engine, run over those few, say how they stand, what was understood and what is marked.
 */
export async function search(context: SearchContext, query: SearchQuery): Promise<SearchResult> {
  const text = query.text && query.text.words.length > 0 ? query.text : null;
  const first = Math.floor(query.offset / RUN) * RUN;
  const { request, answer, understood } = text
    ? await findWords(context, query, text, first)
    : await browse(context, query, first);
  const total: number = answer.hits.total.value;
  const relaxed = understood && total < query.limit ? await relax(context.catalogue, query, understood, total) : null;
  const corpus = understood && {
    known: understood.known,
    weights: relaxed?.weights ?? [],
    use: await understood.use,
  };
  const hits = await pageOf(context, query, corpus, { request, answer, first }, relaxed);
  const facetsFrom = total === 0 && relaxed ? relaxed.aggs : (answer.aggregations ?? {});
  return {
    ...hits,
    total,
    totalRelation: 'eq',
    totalRelaxed: relaxed?.total ?? 0,
    facets: query.facets.map((facet, at) => readFacet(facet, facetsFrom[`facet${at}`])),
    relaxation: relaxed ? { optional: relaxed.optional } : null,
  };
}

async function browse({ catalogue, items }: SearchContext, query: SearchQuery, first: number): Promise<Found> {
  const request = requestOf(query, EVERYTHING, [], items, first);
  return { request, answer: await catalogue.search(request), understood: null };
}

async function findWords(context: SearchContext, query: SearchQuery, text: TextQuery, first: number): Promise<Found> {
  const { catalogue, items } = context;
  const understanding = understand(catalogue, text, context.uses);
  const exact = await understanding.exact();
  const ask = async (understood: Understood): Promise<Found> => {
    const request = requestOf(query, understood.query, signalQueries(text), items, first);
    return { request, answer: await catalogue.search(request), understood };
  };
  const found = await ask(exact);
  if (found.answer.aggregations.stage.doc_count >= ENOUGH_HITS) return found;
  return ask(await understanding.forgiving());
}

/** Filters come after the counting: a facet is counted under its own. */
function requestOf(
  query: SearchQuery,
  words: Json,
  signals: readonly Json[],
  items: readonly ItemBehaviour[],
  first: number,
): Json {
  const pinned = query.sort.by === 'relevance' && query.pins.length > 0;
  const pins = pinned ? [{ constant_score: { filter: idsFilter(query.pins.map(({ id }) => id)), boost: 0 } }] : [];
  const shown = visible(query);
  return {
    from: first,
    size: RUN,
    _source: ['id', 'json'],
    query: { bool: { must: [anyOf([words, ...pins])], should: [...signals, ...orderQueries(query, items)] } },
    post_filter: { bool: { filter: [...shown, query.filter ? toFilter(query.filter) : EVERYTHING] } },
    sort: toSort(query.sort),
    track_scores: false,
    aggs: { stage: { filter: words }, ...facetAggs(query, shown) },
  };
}

type Ranked = Pick<SearchResult, 'hits' | 'typos' | 'correctedQuery' | 'synonymsUsed'>;

/** Cuts the page out of the runs that it lies in. */
async function pageOf(
  context: SearchContext,
  query: SearchQuery,
  corpus: Corpus | null,
  { request, answer, first }: { request: Json; answer: Json; first: number },
  relaxed: Relaxed | null,
): Promise<Ranked> {
  const end = query.offset + query.limit;
  let run = candidatesOf(answer);
  const result = await rankRun(context, query, corpus, first, [...run, ...(relaxed?.candidates ?? [])]);
  const hits: EngineHit[] = [...result.hits];
  for (let next = first + RUN; next < end && run.length === RUN; next += RUN) {
    const more = await context.catalogue.search({ ...request, aggs: {}, from: next });
    run = candidatesOf(more);
    const rest = await rankRun(context, { ...query, offset: next, limit: end - next }, corpus, next, run);
    hits.push(...rest.hits);
  }
  return { ...result, hits };
}

async function rankRun(
  { behaviour }: SearchContext,
  query: SearchQuery,
  corpus: Corpus | null,
  first: number,
  candidates: readonly Candidate[],
): Promise<SearchResult> {
  const view = await viewOf(candidates);
  const own: SearchQuery = {
    ...query,
    offset: query.offset - first,
    limit: Math.min(query.limit, Math.max(0, Math.max(RUN, candidates.length) - (query.offset - first))),
    facets: [],
    pins: first === 0 ? query.pins : [],
  };
  return rank({ version: 0, views: [view] }, own, behaviour, corpus);
}
