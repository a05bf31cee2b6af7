import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { parse } from 'csv-parse/sync';

export interface Item {
  title: string;
  brand: string | null;
}

/** The public data sets, read as they are needed; a missing one says its name. */
export class DataFolder {
  readonly #folder: string;
  readonly #half: 0 | 1;

  /** Of the word lists one half is read: what weights are fitted on never judges them. */
  constructor(folder: string, half: 0 | 1) {
    this.#folder = folder;
    this.#half = half;
    if (!existsSync(join(folder, 'typos')))
      throw new Error(`${folder} has no data sets: name the folder that holds "typos".`);
  }

  /** Products of one electronics catalogue. */
  icecat(): Item[] {
    const lines = gunzipSync(this.#bytes('chorus-icecat/products.jsonl.gz')).toString().trim().split('\n');
    return lines.map((line) => {
      const { title, supplier } = JSON.parse(line) as { title: string; supplier?: string };
      return { title, brand: supplier ?? null };
    });
  }

  /** Offers of a price comparison; what stands first in a cluster's name is its brand. */
  pricerunner(): Item[] {
    return this.#csv('pricerunner/pricerunner_aggregate.csv').map((row) => ({
      title: row.product_title!.trim(),
      brand: row.cluster_label!.trim().split(' ')[0] ?? null,
    }));
  }

  /** [misspelling, word of product titles]. */
  productTypos(): [string, string][] {
    return this.#list('typos/product_vocabulary_typos.csv')
      .filter((row) => Number(row.edit_distance) <= 3)
      .map((row) => [row.misspelling!, row.correct!]);
  }

  /** [misspelling, word] of a language (`de-DE`). */
  languageTypos(language: string): [string, string][] {
    return this.#list('typos/libreoffice_autocorrect.csv')
      .filter((row) => row.lang === language)
      .map((row) => [row.typed!, row.correct!]);
  }

  /** [variant, written form] of Japanese words. */
  japaneseVariants(): [string, string][] {
    return this.#list('typos/sudachi_ja_variants.csv').map((row) => [row.typed!, row.canonical!]);
  }

  /** Groups of words that mean the same, Japanese and some English. */
  japaneseSynonyms(): string[][] {
    return this.#list('synonyms/sudachi_ja.csv').map((row) => row.words!.split(' | '));
  }

  /** [name in the language, English name] of objects. */
  objectNames(language: string): [string, string][] {
    return this.#list('synonyms/cldr_object_names.csv')
      .filter((row) => row.lang === language)
      .map((row) => [row.name!, row.english_label!]);
  }

  #list(path: string): Record<string, string>[] {
    return this.#csv(path).filter(
      (row) => halfOf(row.correct ?? row.canonical ?? row.words ?? row.english_label!) === this.#half,
    );
  }

  #csv(path: string): Record<string, string>[] {
    return parse(this.#bytes(path), { columns: true, relax_quotes: true, relax_column_count: true, bom: true });
  }

  #bytes(path: string): Buffer {
    const whole = join(this.#folder, path);
    if (!existsSync(whole)) throw new Error(`The data set ${path} is not in this folder.`);
    return readFileSync(whole);
  }
}

/** By what the words mean, so that all misspellings of one fall into the same half (FNV-1a). */
function halfOf(text: string): number {
  let hash = 0x811c9dc5;
  for (const letter of text) hash = Math.imul(hash ^ letter.codePointAt(0)!, 0x01000193) >>> 0;
  return (hash >>> 8) & 1;
}
