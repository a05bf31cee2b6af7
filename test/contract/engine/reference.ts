import type { CatalogDocument, Filter, SearchQuery, Sort } from '../../../src/engine/port/index.ts';
import { joinedForms, tokenize } from '../../../src/text/index.ts';

/**
 * A slow, obviously right model of what the exact stage must find: one map of documents, every question answered by
 * looking at all of them. Words match whole; documents of the property tests have no markup, codes or inflections.
 */
export class ReferenceIndex {
  readonly documents = new Map<string, CatalogDocument>();

  put(document: CatalogDocument): void {
    this.documents.set(document.id, document);
  }

  remove(id: string): void {
    this.documents.delete(id);
  }

  /** Ids that match every word and the filter, sorted. */
  matching(query: SearchQuery, filter = query.filter): string[] {
    return [...this.documents.values()]
      .filter((document) => !query.hidden.includes(document.id))
      .filter((document) => hasWords(document, query) && (filter === null || passes(document, filter)))
      .map(({ id }) => id)
      .sort();
  }

  /** True when the document lacks a word of the query but not all of them. */
  hasSomeWords(id: string, query: SearchQuery): boolean {
    const words = wordsOf(this.documents.get(id)!);
    const met = query.text!.words.filter((word) => words.has(word));
    return met.length > 0 && met.length < query.text!.words.length;
  }

  /** Ids by a sort, those without a value last, then by popularity and id. */
  sorted(ids: readonly string[], sort: Sort): string[] {
    const popularity = (id: string): number => this.documents.get(id)!.popularity ?? 0;
    const valueOf = (id: string): string | number | undefined =>
      sort.by === 'field' ? this.documents.get(id)![sort.field as 'price' | 'brand'] : popularity(id);
    const sign = sort.by === 'field' && sort.direction === 'asc' ? 1 : -1;
    return ids.toSorted((a, b) => {
      const [first, second] = [valueOf(a), valueOf(b)];
      const absent = Number(first === undefined) - Number(second === undefined);
      const order = typeof first === 'string' ? first.localeCompare(String(second)) : Number(first) - Number(second);
      return absent || (first === undefined ? 0 : sign * order) || popularity(b) - popularity(a) || (a < b ? -1 : 1);
    });
  }

  /** Pins of documents that are there, shown and inside the filter, by position, the first of an id; none under a sort. */
  pinsInForce(query: SearchQuery, pins: SearchQuery['pins']): SearchQuery['pins'] {
    if (query.sort.by !== 'relevance') return [];
    const first = pins.filter((pin, at) => pins.findIndex(({ id }) => id === pin.id) === at);
    return first
      .filter(({ id }) => this.documents.has(id) && !query.hidden.includes(id))
      .filter(({ id }) => query.filter === null || passes(this.documents.get(id)!, query.filter))
      .toSorted((a, b) => a.position - b.position);
  }

  count(query: SearchQuery, field: 'brand' | 'categories', filter: Filter | null): Map<string, number> {
    const counts = new Map<string, number>();
    for (const id of this.matching(query, filter)) {
      for (const value of valuesOf(this.documents.get(id)!, field)) {
        counts.set(String(value), (counts.get(String(value)) ?? 0) + 1);
      }
    }
    return counts;
  }
}

function wordsOf(document: CatalogDocument): Set<string> {
  const texts = [document.title, document.brand ?? '', document.docType, document.description ?? '', document.id];
  const all = [...texts, ...(document.categories ?? []), ...(document.tags ?? [])].map(tokenize);
  return new Set(all.flatMap((tokens) => [...tokens, ...joinedForms(tokens)].map(({ term }) => term)));
}

function hasWords(document: CatalogDocument, query: SearchQuery): boolean {
  const words = wordsOf(document);
  return (query.text?.words ?? []).every((word) => words.has(word));
}

function valuesOf(document: CatalogDocument, field: string): (string | number | boolean)[] {
  if (field === 'in_stock') return [document.stock === undefined || document.stock > 0];
  if (field === 'categories') {
    const paths = (document.categories ?? []).flatMap((path) => {
      const levels = path.split(' > ');
      return levels.map((_, depth) => levels.slice(0, depth + 1).join(' > '));
    });
    return [...new Set(paths)];
  }
  const value = (document as unknown as Record<string, string | number | undefined>)[field];
  return value === undefined ? [] : [value];
}

function passes(document: CatalogDocument, filter: Filter): boolean {
  switch (filter.kind) {
    case 'and':
      return filter.filters.every((part) => passes(document, part));
    case 'or':
      return filter.filters.some((part) => passes(document, part));
    case 'not':
      return !passes(document, filter.filter);
    case 'in':
      return valuesOf(document, filter.field).some((value) => filter.values.includes(value));
    case 'range':
      return valuesOf(document, filter.field).some(
        (value) =>
          typeof value === 'number' &&
          !(filter.gte !== undefined && value < filter.gte) &&
          !(filter.gt !== undefined && value <= filter.gt) &&
          !(filter.lte !== undefined && value > filter.lte) &&
          !(filter.lt !== undefined && value >= filter.lt),
      );
  }
}
