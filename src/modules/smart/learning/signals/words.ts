import { isCode, looseForm, stem } from '../../../../text/index.ts';

/** Two queries without the words they have in common: what one was exchanged for the other. */
export interface Exchange {
  failed: string[];
  rescue: string[];
}

/** Words of which both sides have the same stem are common too, unless nothing else differs: then they are the matter. */
export function exchangeOf(failed: string, rescue: string, locale: string): Exchange {
  const exact = without(failed.split(' '), rescue.split(' '), (word) => word);
  const stemmed = without(exact.failed, exact.rescue, (word) => stem(word, locale));
  return stemmed.failed.length === 0 && stemmed.rescue.length === 0 ? exact : stemmed;
}

function without(failed: readonly string[], rescue: readonly string[], keyOf: (word: string) => string): Exchange {
  const rest = [...rescue];
  const left = failed.filter((word) => {
    const at = rest.findIndex((other) => keyOf(other) === keyOf(word));
    if (at >= 0) rest.splice(at, 1);
    return at < 0;
  });
  return { failed: left, rescue: rest };
}

export const joined = (words: readonly string[]): string => words.join('').replaceAll('.', '');

/** Each word of one is an inflection of a word of the other, or the same without optional marks. */
export function areInflections(a: readonly string[], b: readonly string[], locale: string): boolean {
  if (a.length === 0 || a.length !== b.length) return false;
  return a.every((word, n) => isInflection(word, b[n]!, locale));
}

function isInflection(a: string, b: string, locale: string): boolean {
  if (isCode(a) || isCode(b)) return false;
  if (looseForm(a) === looseForm(b)) return true;
  const [short, long] = a.length <= b.length ? [a, b] : [b, a];
  if (short.length < 3) return false;
  return stem(a, locale) === stem(b, locale) || PLURALS.some(([one, many]) => changesInto(short, long, one, many));
}

/** Endings that a stemmer of another language, or of none, leaves alone. */
const PLURALS: readonly (readonly [string, string])[] = [
  ['', 's'],
  ['', 'es'],
  ['y', 'ies'],
];

function changesInto(short: string, long: string, one: string, many: string): boolean {
  return short.endsWith(one) && long === short.slice(0, short.length - one.length) + many && short.length >= 4;
}

/** The numbers in a query: sizes, models, voltages. What differs in them differs. */
export function numbersOf(words: readonly string[]): string {
  return words
    .flatMap((word) => word.match(/\p{Nd}+(?:\.\p{Nd}+)?/gu) ?? [])
    .sort()
    .join(' ');
}

/** `hdd` of `hard disk drive`, `nb` of `notebook`: letters of a name in their order, the first ones of its words. */
export function abbreviates(short: string, long: readonly string[]): boolean {
  if (!/^\p{L}{2,5}$/u.test(short)) return false;
  const initials = long.map((word) => word[0]).join('');
  if (long.length > 1) return initials === short;
  const word = long[0] ?? '';
  if (word.length < short.length * 2 || word[0] !== short[0]) return false;
  let at = 0;
  for (const letter of word) if (letter === short[at]) at++;
  return at === short.length;
}

const SCRIPTS = [
  ['Latin', /\p{Script=Latin}/u],
  ['Cyrillic', /\p{Script=Cyrillic}/u],
  ['Greek', /\p{Script=Greek}/u],
  ['Arabic', /\p{Script=Arabic}/u],
  ['Hebrew', /\p{Script=Hebrew}/u],
  ['East Asian', /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]/u],
  ['Hangul', /\p{Script=Hangul}/u],
  ['Thai', /\p{Script=Thai}/u],
  ['Devanagari', /\p{Script=Devanagari}/u],
] as const;

export function scriptOf(text: string): string {
  return SCRIPTS.find(([, pattern]) => pattern.test(text))?.[0] ?? 'other';
}
