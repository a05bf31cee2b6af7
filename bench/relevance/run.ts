/**
 * Relevance side by side with peers: `npm run bench:relevance -- <folder>… [--json file] [--seed n] [--count n]`.
 * A folder may hold products with or without `judgments.csv`, a list of misspellings (`*typos*.csv`) that is then used on
 * every catalogue, or `cldr_object_names.csv`, a catalogue in many languages. The README beside this file says more.
 */
import { existsSync } from 'node:fs';
import { readdir, writeFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { parseArgs } from 'node:util';
import { seeded } from '../engine/random.ts';
import { readCatalogue, readJudgments } from './catalogue.ts';
import { mirabel, miniSearch, sqlite, type Contender } from './contenders.ts';
import { headShares } from './heads.ts';
import { measureJudged } from './judged.ts';
import {
  accentsDropped,
  misspelled,
  readMisspellings,
  readObjectNames,
  recall,
  spaceAdded,
  spaceLost,
  type KnownItem,
  type Misspellings,
} from './known-item.ts';
import { correctedWords, nearCodes } from './precision.ts';
import { Titles } from './titles.ts';

/** One figure of one contender on one folder. */
interface Figure {
  set: string;
  measure: string;
  contender: string;
  value: number;
  queries: number;
}

const OBJECT_NAMES = 'cldr_object_names.csv';

async function main(): Promise<void> {
  const { values, positionals: folders } = parseArgs({
    allowPositionals: true,
    options: { json: { type: 'string' }, seed: { type: 'string' }, count: { type: 'string' } },
  });
  const [seed, count] = [Number(values.seed ?? 1), Number(values.count ?? 500)];
  const absent = folders.filter((folder) => !existsSync(folder));
  if (folders.length === 0 || absent.length > 0) {
    const fault = absent.length > 0 ? `There is no ${absent.join(', ')}. ` : '';
    console.error(`${fault}Usage: npm run bench:relevance -- <folder>… [--json file] [--seed n] [--count n]`);
    process.exit(2);
  }
  const misspellings = await findMisspellings(folders);
  const figures: Figure[] = [];
  for (const folder of folders) {
    if (existsSync(join(folder, OBJECT_NAMES))) figures.push(...(await measureNames(folder, seed, count)));
    else if ((await misspellingFile(folder)) === null) {
      figures.push(...(await measureCatalogue(folder, misspellings, seed, count)));
    }
  }
  print(figures);
  if (values.json !== undefined) {
    const machine = { node: process.version, platform: `${process.platform} ${process.arch}`, seed, count };
    await writeFile(values.json, `${JSON.stringify({ machine, figures }, null, 2)}\n`);
  }
}

async function misspellingFile(folder: string): Promise<string | null> {
  const name = (await readdir(folder)).find((one) => /vocabulary_typos.*\.csv$/.test(one));
  return name === undefined ? null : join(folder, name);
}

async function findMisspellings(folders: readonly string[]): Promise<Misspellings | null> {
  for (const folder of folders) {
    const file = await misspellingFile(folder);
    if (file !== null) return readMisspellings(file);
  }
  console.log('No list of misspellings (*vocabulary_typos.csv) in these folders: typos are not measured.');
  return null;
}

async function measureCatalogue(
  folder: string,
  misspellings: Misspellings | null,
  seed: number,
  count: number,
): Promise<Figure[]> {
  const documents = await readCatalogue(folder);
  const judged = await readJudgments(folder);
  const titles = new Titles(documents);
  const ours = await mirabel(documents);
  const peers = miniSearch(documents);
  if (!peers) console.log('MiniSearch is not installed: npm install --prefix bench/engine');
  const contenders = [ours, ...(peers ?? []), sqlite(documents)];
  const known: [string, KnownItem[]][] = [
    ['space lost, recall@20', spaceLost(titles, seeded(seed), count)],
    ['space added, recall@20', spaceAdded(titles, seeded(seed), count)],
  ];
  if (misspellings) {
    known.push(['one typo, recall@20', misspelled(titles, seeded(seed), count, misspellings, 1)]);
    known.push(['two typos, recall@20', misspelled(titles, seeded(seed), count, misspellings, 2)]);
  }
  const set = `${basename(folder)} (${documents.length})`;
  const figures: Figure[] = [];
  const add = (contender: Contender, measure: string, value: number, queries: number): void => {
    if (queries > 0) figures.push({ set, measure, contender: contender.name, value, queries });
  };
  for (const contender of contenders) {
    if (judged) {
      const result = await measureJudged(contender, judged);
      add(contender, 'nDCG@10', result.ndcg, result.queries);
      add(contender, 'zero results', result.zeroResults, result.queries);
    }
    const heads = await headShares(contender, documents);
    const shares = [...heads.values()];
    add(contender, 'thing in top 10', shares.reduce((sum, one) => sum + one, 0) / shares.length, shares.length);
    for (const [measure, items] of known) add(contender, measure, await recall(contender, items), items.length);
    const near = await nearCodes(contender, documents, seeded(seed), count);
    add(contender, 'near code matched', near.wrong.length / near.asked, near.asked);
    if (contender !== ours) continue;
    console.log(`${set}: ${[...heads].map(([word, share]) => `${word} ${share * 10}/10`).join(', ')}`);
    for (const one of near.wrong.slice(0, 5)) console.log(`near code: ${one}`);
    const corrected = await correctedWords(ours, titles, seeded(seed), count);
    for (const one of corrected.wrong.slice(0, 5)) console.log(`corrected: ${one}`);
    add(ours, 'right word corrected', corrected.wrong.length / corrected.asked, corrected.asked);
  }
  for (const contender of contenders) await contender.close();
  return figures;
}

async function measureNames(folder: string, seed: number, count: number): Promise<Figure[]> {
  const names = await readObjectNames(join(folder, OBJECT_NAMES));
  const documents = names.map(({ document }) => document);
  const items = accentsDropped(names, seeded(seed), count);
  const figures: Figure[] = [];
  for (const contender of [await mirabel(documents), ...(miniSearch(documents) ?? []), sqlite(documents)]) {
    const value = await recall(contender, items);
    const set = `${basename(folder)} (${documents.length})`;
    figures.push({
      set,
      measure: 'accents dropped, recall@20',
      contender: contender.name,
      value,
      queries: items.length,
    });
    await contender.close();
  }
  return figures;
}

/** A row a measure, a column a contender. */
function print(figures: readonly Figure[]): void {
  const rows = Map.groupBy(figures, ({ set, measure }) => `${set} ${measure}`);
  console.table(
    [...rows.values()].map((row) => ({
      set: row[0]!.set,
      measure: row[0]!.measure,
      queries: row[0]!.queries,
      ...Object.fromEntries(row.map(({ contender, value }) => [contender, value.toFixed(3)])),
    })),
  );
}

await main();
