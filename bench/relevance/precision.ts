import type { CatalogDocument } from '../../src/engine/port/index.ts';
import { ask } from '../../src/engine/port/conformance/index.ts';
import { isCode, normalizeQuery, tokenize, withoutSeparators } from '../../src/text/index.ts';
import type { Random } from '../engine/random.ts';
import type { Contender, Mirabel } from './contenders.ts';
import type { Titles } from './titles.ts';

export interface PrecisionResult {
  asked: number;
  wrong: string[];
}

/**
 * Right words that were read as another: each beside one that no product has with it, so that few hits let typos in,
 * asked for as words in full.
 */
export async function correctedWords(
  { index }: Mirabel,
  titles: Titles,
  random: Random,
  count: number,
): Promise<PrecisionResult> {
  const vocabulary = titles.vocabulary(5);
  const wrong: string[] = [];
  for (let at = 0; at < count; at++) {
    const words = [random.pick(vocabulary), random.pick(vocabulary)];
    const { typos } = await index.search(ask(words.join(' '), { lastIsPrefix: false }));
    if (typos.length > 0)
      wrong.push(`${words.join(' ')}: ${typos.map(({ from, to }) => `${from} → ${to}`).join(', ')}`);
  }
  return { asked: count, wrong };
}

/** Codes with one character changed that no product has: a hit that has the changed code nowhere is a near match. */
export async function nearCodes(
  contender: Contender,
  documents: readonly CatalogDocument[],
  random: Random,
  count: number,
): Promise<PrecisionResult> {
  const texts = new Map(documents.map((document) => [document.id, allText(document)]));
  const codes = documents.flatMap(({ sku, title }) =>
    [...normalizeQuery(sku ?? '').words, ...normalizeQuery(title).words].filter(
      (word) => isCode(word) && word.length > 2,
    ),
  );
  if (codes.length === 0) return { asked: 0, wrong: [] };
  const everything = [...texts.values()].join(' ');
  const wrong: string[] = [];
  let asked = 0;
  for (let attempt = 0; attempt < count * 5 && asked < count; attempt++) {
    const typed = changed(random.pick(codes), random);
    const bare = typed.replaceAll('.', '');
    if (everything.includes(bare)) continue;
    asked++;
    const near = (await contender.search(typed, 20)).filter((id) => !texts.get(id)!.includes(bare));
    if (near.length > 0) wrong.push(`${typed}: ${near[0]}`);
  }
  return { asked, wrong };
}

function allText({ title, description, brand, sku, gtin, id, attributes }: CatalogDocument): string {
  const all = [title, description, brand, sku, gtin, id, JSON.stringify(attributes)];
  return all.map((text) => withoutSeparators(tokenize(text ?? ''))).join(' ');
}

function changed(code: string, random: Random): string {
  const at = random.below(code.length);
  const letter = code[at]!;
  const pool = /\d/.test(letter) ? '0123456789' : 'abcdefghijklmnopqrstuvwxyz';
  return code.slice(0, at) + random.pick([...pool].filter((one) => one !== letter)) + code.slice(at + 1);
}
