import { readFile } from 'node:fs/promises';
import { parse } from 'csv-parse/sync';
import type { CatalogDocument } from '../../src/engine/port/index.ts';
import { isCode, looseForm, normalize, typoBudget } from '../../src/text/index.ts';
import type { Random } from '../engine/random.ts';
import type { Contender } from './contenders.ts';
import type { Titles } from './titles.ts';

/** A query made from one product's title and then typed otherwise. */
export interface KnownItem {
  typed: string;
  wanted: string;
  locale?: string;
}

const CUT = 20;
const ATTEMPTS = 400;

export async function recall(contender: Contender, items: readonly KnownItem[]): Promise<number> {
  let found = 0;
  for (const { typed, wanted, locale } of items) {
    if ((await contender.search(typed, CUT, locale)).includes(wanted)) found++;
  }
  return found / items.length;
}

type Retype = (words: readonly string[], random: Random) => { typed: string; meant: string[] } | null;

/** Two or three words of titles that few products have, retyped; at most `count`. */
function fromTitles(titles: Titles, random: Random, count: number, retype: Retype): KnownItem[] {
  const items = new Map<string, KnownItem>();
  for (let attempt = 0; attempt < count * ATTEMPTS && items.size < count; attempt++) {
    const title = random.below(titles.ids.length);
    const made = retype(titles.words[title]!, random);
    if (made && titles.isSelective(made.meant)) {
      items.set(made.typed, { typed: made.typed, wanted: titles.ids[title]! });
    }
  }
  return [...items.values()];
}

const isPlain = (word: string | undefined): word is string =>
  word !== undefined && word.length >= 3 && !isCode(word) && /^\p{L}+$/u.test(word);

/** `desk lamp black` → `desklamp black`. */
export function spaceLost(titles: Titles, random: Random, count: number): KnownItem[] {
  return fromTitles(titles, random, count, (words) => {
    const at = random.below(words.length);
    const [left, right] = [words[at], words[at + 1]];
    if (!isPlain(left) || !isPlain(right) || titles.has(left + right)) return null;
    const other = words[(at + 2 + random.below(words.length)) % words.length]!;
    if (other === left || other === right) return null;
    return { typed: `${left}${right} ${other}`, meant: [left, right, other] };
  });
}

/** `keyboard black` → `key board black`. */
export function spaceAdded(titles: Titles, random: Random, count: number): KnownItem[] {
  return fromTitles(titles, random, count, (words) => {
    const word = random.pick(words);
    const other = random.pick(words);
    if (!isPlain(word) || word.length < 6 || other === word) return null;
    const cut = 2 + random.below(word.length - 3);
    return { typed: `${word.slice(0, cut)} ${word.slice(cut)} ${other}`, meant: [word, other] };
  });
}

export type Misspellings = ReadonlyMap<number, ReadonlyMap<string, string[]>>;

/** Misspellings people made, by edits and right word: a list with the columns misspelling, correct, edit_distance. */
export async function readMisspellings(path: string): Promise<Misspellings> {
  const rows = parse(await readFile(path, 'utf8'), { columns: true }) as Record<string, string>[];
  const byEdits = new Map<number, Map<string, string[]>>();
  for (const row of rows) {
    const edits = Number(row.edit_distance);
    const [wrong, right] = [normalize(row.misspelling!), normalize(row.correct!)];
    if (wrong.includes(' ') || right.includes(' ') || wrong === right) continue;
    if (!byEdits.has(edits)) byEdits.set(edits, new Map());
    const list = byEdits.get(edits)!;
    list.set(right, [...(list.get(right) ?? []), wrong]);
  }
  return byEdits;
}

/** A misspelled word beside a right one: misspellings that the rules forgive and that no title has as a word. */
export function misspelled(
  titles: Titles,
  random: Random,
  count: number,
  list: Misspellings,
  edits: 1 | 2,
): KnownItem[] {
  const wrong = list.get(edits) ?? new Map<string, string[]>();
  return fromTitles(titles, random, count, (words) => {
    const known = words.filter((word) => wrong.has(word));
    if (known.length === 0) return null;
    const right = random.pick(known);
    const typed = random.pick(wrong.get(right)!);
    const other = random.pick(words);
    if (other === right || titles.has(typed) || typoBudget(typed) < edits) return null;
    return { typed: `${typed} ${other}`, meant: [right, other] };
  });
}

export interface ObjectName {
  document: CatalogDocument;
  locale: string;
}

/** A catalogue in many languages: a list with the columns lang, name, keywords. */
export async function readObjectNames(path: string): Promise<ObjectName[]> {
  const rows = parse(await readFile(path, 'utf8'), { columns: true }) as Record<string, string>[];
  return rows.map((row, at) => ({
    locale: row.lang!,
    document: { id: String(at), title: row.name!, url: `/p/${at}`, docType: 'product' },
  }));
}

/** Names as they are typed on a keyboard without accents; only names that this changes and that few products share. */
export function accentsDropped(names: readonly ObjectName[], random: Random, count: number): KnownItem[] {
  const shared = Map.groupBy(names, ({ document }) => withoutAccents(document.title));
  const items = names.flatMap(({ document, locale }): KnownItem[] => {
    const typed = withoutAccents(document.title);
    if (typed === document.title.toLowerCase() || shared.get(typed)!.length > 10) return [];
    return [{ typed, wanted: document.id, locale }];
  });
  return Array.from({ length: Math.min(count, items.length) }, () => items.splice(random.below(items.length), 1)[0]!);
}

/** Latin letters without marks, Greek without tonos, Arabic and Hebrew without points, `е` for `ё`. */
function withoutAccents(text: string): string {
  const bare = text
    .toLowerCase()
    .normalize('NFD')
    .replaceAll(/(\p{Script=Latin})\p{M}+/gu, '$1');
  return bare.normalize('NFC').split(' ').map(looseForm).join(' ');
}
