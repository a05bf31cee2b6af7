import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import MiniSearch from 'minisearch';
import { countFacets, fieldsOf, questionOf } from './fields.mjs';

export const notes =
  'AND, fuzzy 1 from 5 letters and 2 from 8, prefix on the last word; facets, filter and sort by the caller';
const OPTIONS = {
  fields: ['title', 'brand', 'category', 'attrs', 'sku', 'description'],
  storeFields: ['title', 'brand', 'category', 'price'],
};
const fuzzy = (term) => (term.length >= 8 ? 2 : term.length >= 5 ? 1 : false);

export async function open({ folder }) {
  const file = join(folder, 'minisearch.json');
  const text = await readFile(file, 'utf8').catch(() => null);
  return new Mini(text === null ? new MiniSearch(OPTIONS) : MiniSearch.loadJSON(text, OPTIONS), file);
}

class Mini {
  #index;
  #file;

  constructor(index, file) {
    this.#index = index;
    this.#file = file;
  }

  async add(changes) {
    this.#index.addAll(changes.map(fieldsOf));
  }

  async finish() {
    await writeFile(this.#file, JSON.stringify(this.#index));
  }

  async search(benchQuery) {
    const { words, prefix, price, facets, sort } = questionOf(benchQuery);
    const hits = this.#index.search(words.join(' '), {
      boost: { title: 5, brand: 3, category: 2, attrs: 2, sku: 5, description: 1 },
      combineWith: 'AND',
      prefix: (_, at, terms) => prefix && at === terms.length - 1,
      fuzzy,
      ...(price && { filter: (hit) => hit.price >= price[0] && hit.price <= price[1] }),
    });
    if (facets) countFacets(hits);
    if (sort) hits.sort((a, b) => a.price - b.price);
    return { ids: hits.slice(0, 20).map(({ id }) => id), total: hits.length };
  }

  async close() {}
}
