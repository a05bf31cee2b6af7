import { isCode, tokenize } from '../../text/index.ts';
import { highlight } from '../embedded/search/highlight.ts';
import {
  NO_MARKS,
  PRICE_BAND,
  PRICE_WEIGHT,
  FIELD_WEIGHTS,
  MAX_WORDS,
  RELATED_WEIGHT,
  rarity,
} from '../embedded/search/similar.ts';
import { categoryPaths } from '../embedded/segment/document-columns.ts';
import { plainText } from '../embedded/segment/plain-text.ts';
import type { CatalogDocument, EngineHit, SimilarQuery } from '../port/index.ts';
import { candidatesOf, viewOf, type Catalogue } from './catalogue.ts';
import type { Json } from './cluster.ts';
import { PART } from './document.ts';
import { EVERYTHING, anyOf, idsFilter, toFilter, valueTerm } from './filter.ts';
import { constant } from './ordering.ts';

interface Shared {
  weight: number;
  filter: Json;
  /** Counts as much only where the document names the thing. */
  title?: Json;
}

/** Items like one, most alike first, by the embedded engine's weights; null when the catalogue does not have it. */
export async function similar(catalogue: Catalogue, query: SimilarQuery): Promise<EngineHit[] | null> {
  const found = candidatesOf(await catalogue.search({ size: 1, _source: ['id', 'json'], query: byId(query.id) }))[0];
  if (!found) return null;
  const source = JSON.parse(found.json) as CatalogDocument;
  const shared = await sharedWith(catalogue, source);
  const likes = [...shared.flatMap(scored), ...relatedQueries(query), ...priceQuery(source)];
  if (likes.length === 0 || query.limit === 0) return [];
  const answer = await catalogue.search({
    size: query.limit,
    _source: ['id', 'json'],
    query: {
      bool: {
        should: likes,
        // A price alone makes nothing alike.
        minimum_should_match: 1,
        must: [anyOf([...shared.map(({ filter }) => filter), ...relatedQueries(query)])].map((one) => constant(one, 0)),
        must_not: [idsFilter([query.id, ...query.hidden])],
        filter: [
          { term: { values: valueTerm('docType', source.docType) } },
          query.filter ? toFilter(query.filter) : EVERYTHING,
        ],
      },
    },
    sort: [{ _score: 'desc' }, { popularity: 'desc' }, { id: 'asc' }],
  });
  const candidates = candidatesOf(answer);
  const { segment } = await viewOf(candidates);
  return candidates.map(({ id, json }): EngineHit => {
    const bytes = Buffer.from(json);
    const marked = highlight(segment, segment.documentOf(id), bytes, NO_MARKS);
    return { id, json: bytes, highlight: marked, pinned: false, relaxed: false };
  });
}

export const byId = (id: string): Json => constant(idsFilter([id]), 1);

/** In the title a word names the thing, elsewhere it is only mentioned. */
function scored({ weight, filter, title }: Shared): Json[] {
  return title ? [constant(filter, weight / 4), constant(title, (weight * 3) / 4)] : [constant(filter, weight)];
}

function relatedQueries({ related }: SimilarQuery): Json[] {
  return related
    .filter(({ weight }) => weight > 0)
    .map(({ id, weight }) => constant(idsFilter([id]), RELATED_WEIGHT * Math.min(1, weight)));
}

function priceQuery({ price, currency }: CatalogDocument): Json[] {
  if (price === undefined || price <= 0) return [];
  const band = { range: { 'core.price': { gte: price / PRICE_BAND, lte: price * PRICE_BAND } } };
  const same: Json =
    currency === undefined
      ? { bool: { must_not: [{ prefix: { values: `currency${PART}` } }] } }
      : { term: { values: valueTerm('currency', currency) } };
  return [constant({ bool: { filter: [band, same] } }, PRICE_WEIGHT)];
}

/** The telling words of the title and the values of other fields, each by how few items have it. */
async function sharedWith(catalogue: Catalogue, source: CatalogDocument): Promise<Shared[]> {
  const words = [...new Set(tokenize(plainText(source.title)).map(({ term }) => term))].filter((word) => !isCode(word));
  const values = {
    categories: [...new Set((source.categories ?? []).flatMap(categoryPaths))],
    brand: source.brand === undefined ? [] : [source.brand],
    tags: [...new Set(source.tags ?? [])],
  };
  const wordFilters = words.map((word): Json => ({
    bool: { should: [{ term: { words: word } }, { term: { code: word } }] },
  }));
  const parts = (Object.keys(FIELD_WEIGHTS) as (keyof typeof FIELD_WEIGHTS)[]).flatMap((field) =>
    values[field].map((value) => ({
      share: FIELD_WEIGHTS[field],
      filter: { term: { values: valueTerm(field, value) } },
    })),
  );
  const filters = [...wordFilters, ...parts.map(({ filter }) => filter)];
  if (filters.length === 0) return [];
  const { aggs, documents } = await catalogue.ask({ all: { filters: { filters } } });
  const counts = (aggs.all.buckets as { doc_count: number }[]).map(({ doc_count }) => doc_count);
  const telling = words
    .map((word, at): Shared => ({
      weight: rarity(counts[at]!, documents),
      filter: wordFilters[at]!,
      title: { term: { title: word } },
    }))
    .sort((a, b) => b.weight - a.weight)
    .slice(0, MAX_WORDS);
  const others = parts.map(({ share, filter }, at): Shared => ({
    weight: share * rarity(counts[words.length + at]!, documents),
    filter,
  }));
  return [...telling, ...others].filter(({ weight }) => weight > 0);
}
