import { normalizeQuery } from '../../../text/index.ts';
import type { CatalogDocument, Change } from '../document.ts';
import type { ItemBehaviour } from '../behaviour.ts';
import type { SearchQuery, SimilarQuery, TextQuery } from '../query.ts';
import type { SearchResult } from '../result.ts';

/** Steps that bring a catalogue about: a list of batches, each a list of changes. */
export type CatalogSteps = readonly (readonly Change[])[];

/** What an answer must have; what is left out is not looked at. */
export interface Expectation {
  /** Ids of the hits in order. */
  ids?: readonly string[];
  /** Ids of the hits in any order. */
  anyOrder?: readonly string[];
  total?: number;
  totalRelaxed?: number;
  /** Ids of the hits that are marked as relaxed. */
  relaxed?: readonly string[];
  pinned?: readonly string[];
  typos?: SearchResult['typos'];
  correctedQuery?: string | null;
  optional?: readonly string[] | null;
  synonymsUsed?: readonly string[];
  /** Values with their counts by field, in order. */
  facets?: { [field: string]: readonly (readonly [value: string | number | boolean, count: number])[] };
  stats?: { [field: string]: { min: number; max: number; avg: number; sum: number } };
  /** Highlighted title of a hit by id. */
  title?: { [id: string]: string };
  /** Highlighted description of a hit by id. */
  description?: { [id: string]: string | null };
}

/** One question to an engine and what every engine must answer. */
export interface ConformanceCase {
  name: string;
  catalog: CatalogSteps;
  /** Set before the last step of the catalogue: what is known of an item holds for the document that comes later. */
  behaviour?: readonly ItemBehaviour[];
  query: SearchQuery;
  expect: Expectation;
}

/** One item and what every engine must show beside it. */
export interface SimilarCase {
  name: string;
  catalog: CatalogSteps;
  query: SimilarQuery;
  /** Ids in order; null when the item is not there. */
  expect: readonly string[] | null;
}

export interface ConformanceGroup {
  behaviour: string;
  cases: readonly ConformanceCase[];
}

type DocumentFields = Partial<CatalogDocument> & { id: string };

/** An upsert with the least a document needs. */
export function put(fields: DocumentFields): Change {
  const document: CatalogDocument = { title: fields.id, url: `/p/${fields.id}`, docType: 'product', ...fields };
  return { kind: 'upsert', id: document.id, document, json: new TextEncoder().encode(JSON.stringify(document)) };
}

export function remove(id: string): Change {
  return { kind: 'delete', id };
}

/** Products whose titles are given, ids counting from 1. */
export function titles(...texts: string[]): CatalogSteps {
  return [texts.map((title, at) => put({ id: String(at + 1), title }))];
}

/** A typed query, asked for with the defaults of the search endpoint. */
export function ask(words: string, text: Partial<TextQuery> = {}, query: Partial<SearchQuery> = {}): SearchQuery {
  return {
    text:
      words === ''
        ? null
        : {
            words: normalizeQuery(words).words,
            lastIsPrefix: true,
            alternatives: [],
            locale: 'en',
            typoTolerance: true,
            searchableFields: null,
            ...text,
          },
    filter: null,
    facets: [],
    sort: { by: 'relevance' },
    offset: 0,
    limit: 20,
    boosts: [],
    pins: [],
    hidden: [],
    behaviour: [],
    explain: false,
    ...query,
  };
}

export function browse(query: Partial<SearchQuery> = {}): SearchQuery {
  return ask('', {}, query);
}

export function like(id: string, query: Partial<SimilarQuery> = {}): SimilarQuery {
  return { id, filter: null, hidden: [], related: [], limit: 10, ...query };
}
