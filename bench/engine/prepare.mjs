import { once } from 'node:events';
import { createWriteStream } from 'node:fs';
import { join } from 'node:path';
import { catalogue } from './catalogue.ts';
import { queryClasses } from './queries.ts';
import { seeded } from './random.ts';
import { Survey } from './survey.ts';
import { vocabulary } from './vocabulary.ts';

/** Queries a class that are asked before the clock starts, none of them those that are measured. */
const WARMING = 100;

/** Writes the catalogue as lines of JSON, so that each engine reads it by itself, and makes the queries from what it has. */
export async function prepare(folder, { products, seed, count }) {
  const random = seeded(seed);
  const words = vocabulary(random);
  const path = join(folder, 'catalogue.jsonl');
  const file = createWriteStream(path);
  const survey = new Survey();
  for (const document of catalogue(random, words, products)) {
    survey.add(document);
    if (!file.write(`${JSON.stringify(document)}\n`)) await once(file, 'drain');
  }
  file.end();
  await once(file, 'finish');
  return {
    catalogue: path,
    classes: queryClasses(random, survey, count),
    others: queryClasses(random, survey, WARMING),
  };
}
