import FlexSearch from 'flexsearch';
import { countFacets, fieldsOf, questionOf } from './fields.mjs';

export const notes =
  'tokenize forward, phonetic encoder and suggest stand in for typos (no edit distance); AND holds within a field; facets, filter and sort by the caller';
/** Its export is a set of parts that callers put together again: not measured, it indexes anew. */
export const reindexes = true;
const { Document, Charset } = FlexSearch;
const FIELDS = ['title', 'brand', 'category', 'attrs', 'sku', 'description'];

export async function open() {
  const index = FIELDS.map((field) => ({ field, tokenize: 'forward', encoder: Charset.LatinBalance, resolution: 9 }));
  return new Flex(new Document({ document: { id: 'id', store: ['title', 'brand', 'category', 'price'], index } }));
}

class Flex {
  #index;

  constructor(index) {
    this.#index = index;
  }

  async add(changes) {
    for (const document of changes.map(fieldsOf)) this.#index.add(document);
  }

  async finish() {}

  async search(benchQuery) {
    const { words, price, facets, sort } = questionOf(benchQuery);
    const all = facets || sort || price;
    const options = { limit: all ? 10_000_000 : 20, enrich: true, merge: true, suggest: true };
    let hits = this.#index.search(words.join(' '), options);
    if (price) hits = hits.filter(({ doc }) => doc.price >= price[0] && doc.price <= price[1]);
    if (facets) countFacets(hits.map(({ doc }) => doc));
    if (sort) hits.sort((a, b) => a.doc.price - b.doc.price);
    return { ids: hits.slice(0, 20).map(({ id }) => id), total: hits.length };
  }

  async close() {}
}
