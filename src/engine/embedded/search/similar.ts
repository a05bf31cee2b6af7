import type { EngineHit, Filter, SimilarQuery } from '../../port/index.ts';
import { isCode } from '../../../text/index.ts';
import type { Column } from '../segment/columns.ts';
import { fromTextKey } from '../segment/document-columns.ts';
import { FIELD } from '../segment/fields.ts';
import type { Segment } from '../segment/segment.ts';
import { findDocument } from './candidates.ts';
import { compileFilter } from './filter.ts';
import { highlight } from './highlight.ts';
import { liveDocuments, type IndexState } from './index-state.ts';
import type { HighlightTerms } from './marked-spans.ts';
import { readPage } from './page-documents.ts';
import { TopHits } from './top-hits.ts';

/** The most telling words of the title; more of them say the same again. */
export const MAX_WORDS = 12;
/** What values of other fields are worth beside words of the title, by their rarity. */
export const FIELD_WEIGHTS = { categories: 1, brand: 0.4, tags: 0.4 } as const;
/** Bought together is worth this many rare words. */
export const RELATED_WEIGHT = 12;
/** In the price band, within this factor either way, counts as one word of middling rarity. */
export const PRICE_BAND = 1.5;
export const PRICE_WEIGHT = 2;
export const NO_MARKS: HighlightTerms = {
  words: new Set(),
  stems: new Set(),
  beginnings: new Set(),
  prefix: null,
  locale: 'en',
};

interface Shared {
  kind: 'word' | keyof typeof FIELD_WEIGHTS;
  value: string;
  weight: number;
}

interface Source {
  shared: Shared[];
  price: number;
  currency: string | null;
}

/** Rarity as in relaxation (Robertson and Spärck Jones): shared words count by how few items have them. */
export function rarity(frequency: number, documents: number): number {
  return Math.log(1 + (documents - frequency + 0.5) / (frequency + 0.5));
}

/**
 * Items like one, most alike first ("more like this" of Lucene, with values beside words). O(postings of its words) and
 * one walk over each column it has a value in.
 */
export async function similar(state: IndexState, query: SimilarQuery): Promise<EngineHit[] | null> {
  const found = findDocument(state, query.id);
  if (!found) return null;
  const { segment } = state.views[found.view]!;
  const source = describe(state, segment, found.document);
  const filter = withDocType(query.filter, first(segment, 'docType', found.document));
  const top = new TopHits(query.limit, state.views);
  state.views.forEach((view, at) => {
    const scores = scoresIn(view.segment, source, query.related);
    const visible = filter ? compileFilter(view.segment, filter) : null;
    const excluded = new Set([query.id, ...query.hidden].map((id) => view.segment.documentOf(id)));
    const keys = new Float64Array(7);
    for (let document = 0; document < scores.length; document++) {
      const score = scores[document]!;
      if (score === 0 || view.deleted?.has(document) || excluded.has(document)) continue;
      keys[0] = -Math.round(score * 1_000);
      keys[1] = -view.segment.popularity[document]!;
      if (top.admits(keys, 2) && (visible?.(document) ?? true)) top.offer(at, document, keys, 0);
    }
  });
  const page = top.sorted();
  const json = await readPage(state, page);
  return page.map(({ view, document }, at): EngineHit => {
    const { segment } = state.views[view]!;
    const marked = highlight(segment, document, json[at]!, NO_MARKS);
    return { id: segment.idOf(document), json: json[at]!, highlight: marked, pinned: false, relaxed: false };
  });
}

function withDocType(filter: Filter | null, docType: string | null): Filter | null {
  if (docType === null) return filter;
  const own: Filter = { kind: 'in', field: 'docType', values: [docType] };
  return filter ? { kind: 'and', filters: [own, filter] } : own;
}

function first(segment: Segment, field: string, document: number): string | null {
  const column = segment.columns.texts.get(field);
  const code = column ? column.first(document) : 0;
  return code === 0 ? null : String(fromTextKey(column!.keyOf(code)));
}

function describe(state: IndexState, segment: Segment, document: number): Source {
  const documents = liveDocuments(state);
  const words = new Set<string>();
  for (let at = segment.titleOffsets[document]!; at < segment.titleOffsets[document + 1]!; at++) {
    const word = segment.terms.at(segment.titleTerms[at]!);
    if (!isCode(word)) words.add(word);
  }
  const shared: Shared[] = [...words]
    .map((value): Shared => ({ kind: 'word', value, weight: rarity(frequencyOf(state, value), documents) }))
    .sort((a, b) => b.weight - a.weight)
    .slice(0, MAX_WORDS);
  for (const [field, share] of Object.entries(FIELD_WEIGHTS)) {
    for (const key of keysOf(segment.columns.texts.get(field), document)) {
      const weight = share * rarity(valueFrequency(state, field, key), documents);
      shared.push({ kind: field as Shared['kind'], value: key, weight });
    }
  }
  const price = segment.columns.numbers.get('price')?.firstNumber(document) ?? Number.NaN;
  return { shared, price, currency: first(segment, 'currency', document) };
}

function frequencyOf(state: IndexState, word: string): number {
  return state.views.reduce((sum, { segment }) => {
    const term = segment.termOf(word);
    return term < 0 ? sum : sum + segment.postingCount(term);
  }, 0);
}

function valueFrequency(state: IndexState, field: string, key: string): number {
  let frequency = 0;
  for (const { segment } of state.views) {
    const column = segment.columns.texts.get(field);
    const code = column?.codeOf(key) ?? 0;
    if (code === 0) continue;
    for (const value of column!.values) if (value === code) frequency++;
  }
  return frequency;
}

function keysOf(column: Column | undefined, document: number): string[] {
  if (!column) return [];
  const start = column.start(document);
  const keys: string[] = [];
  for (let at = start; at < column.end(document, start); at++) {
    const code = column.values[at]!;
    if (code > 0) keys.push(column.keyOf(code));
  }
  return keys;
}

/** How alike each document is; 0 for one that shares nothing. A price alone makes nothing alike. */
function scoresIn(segment: Segment, source: Source, related: SimilarQuery['related']): Float64Array {
  const scores = new Float64Array(segment.documents);
  for (const { kind, value, weight } of source.shared) {
    if (kind === 'word') addWord(segment, value, weight, scores);
    else addValue(segment.columns.texts.get(kind), value, weight, scores);
  }
  for (const { id, weight } of related) {
    const document = segment.documentOf(id);
    if (document >= 0) scores[document]! += RELATED_WEIGHT * Math.max(0, Math.min(1, weight));
  }
  addPrice(segment, source, scores);
  return scores;
}

function addWord(segment: Segment, word: string, weight: number, scores: Float64Array): void {
  const term = segment.termOf(word);
  if (term < 0) return;
  for (let at = segment.postingOffsets[term]!; at < segment.postingOffsets[term + 1]!; at++) {
    // In the title it names the thing, elsewhere it is only mentioned.
    const share = segment.postingFields[at]! & FIELD.title ? 1 : 0.25;
    scores[segment.postingDocuments[at]!]! += weight * share;
  }
}

function addValue(column: Column | undefined, key: string, weight: number, scores: Float64Array): void {
  const code = column?.codeOf(key) ?? 0;
  if (!column || code === 0) return;
  const { values, offsets, documents } = column;
  if (documents) {
    for (let at = 0; at < documents.length; at++) if (values[at] === code) scores[documents[at]!]! += weight;
  } else if (offsets) {
    for (let document = 0; document < scores.length; document++) {
      for (let at = offsets[document]!; at < offsets[document + 1]!; at++) {
        if (values[at] === code) scores[document]! += weight;
      }
    }
  } else {
    for (let document = 0; document < scores.length; document++) {
      if (values[document] === code) scores[document]! += weight;
    }
  }
}

function addPrice(segment: Segment, { price, currency }: Source, scores: Float64Array): void {
  const column = segment.columns.numbers.get('price');
  if (!column || Number.isNaN(price) || price <= 0) return;
  const currencies = segment.columns.texts.get('currency');
  const code = currency === null ? 0 : (currencies?.codeOf(`s${currency}`) ?? -1);
  for (let document = 0; document < scores.length; document++) {
    if (scores[document] === 0 || (currencies?.first(document) ?? 0) !== code) continue;
    const other = column.firstNumber(document);
    if (other >= price / PRICE_BAND && other <= price * PRICE_BAND) scores[document]! += PRICE_WEIGHT;
  }
}
