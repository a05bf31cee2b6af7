import { once } from 'node:events';
import { createWriteStream } from 'node:fs';
import { join } from 'node:path';
import { catalogue, vocabulary } from './catalogue.ts';
import { queryClasses } from './queries.ts';
import { seeded } from './random.ts';

/** Writes the catalogue as lines of JSON, so that each engine reads it by itself, and makes the queries from its titles. */
export async function prepare(folder, { products, seed, count }) {
  const random = seeded(seed);
  const words = vocabulary(random);
  const path = join(folder, 'catalogue.jsonl');
  const file = createWriteStream(path);
  const titles = [];
  for (const document of catalogue(random, words, products)) {
    titles.push({ id: document.id, title: document.title });
    if (!file.write(`${JSON.stringify(document)}\n`)) await once(file, 'drain');
  }
  file.end();
  await once(file, 'finish');
  return { catalogue: path, classes: queryClasses(random, words, titles, count) };
}
