/**
 * How far two spellings are apart, weighed by how people misspell: an alignment with transpositions (Damerau 1964, each
 * substring edited once) in which a slip of the finger or of the ear costs less than a letter out of nowhere.
 */
export const COSTS = {
  /** A letter out of nowhere, or missing for no reason. */
  letter: 1,
  /** `runing`, `runnning`. */
  repeated: 0.4,
  /** `sneekers`, `seperate`. */
  vowel: 0.6,
  /** `addidas shies`: keys that touch on QWERTY, QWERTZ or AZERTY. */
  neighbour: 0.65,
  /** Letters that sound alike: `kaffee`, `fotograf`. */
  sound: 0.5,
  swapped: 0.6,
  /** `t shirt`, and the long mark of katakana. */
  gap: 0.3,
  /** Vowels are dropped more easily than consonants. */
  droppedVowel: 0.8,
  /** People rarely get the first letter wrong. */
  first: 0.5,
} as const;

const KEYBOARDS = [
  ['1234567890', 'qwertyuiop', 'asdfghjkl', 'zxcvbnm'],
  ['1234567890', 'qwertzuiopü', 'asdfghjklöä', 'yxcvbnm'],
  ['1234567890', 'azertyuiop', 'qsdfghjklm', 'wxcvbn'],
  ['', 'йцукенгшщзхъ', 'фывапролджэ', 'ячсмитьбю'],
];
const SOUNDS = ['ckqg', 'szcx', 'fvw', 'bp', 'dt', 'mn', 'iyj', 'gj', 'ou', 'lr'];
const VOWELS = new Set('aeiouyàèéαεηιουωаеёиоуыэюя');

const near = new Set<string>();
for (const rows of KEYBOARDS) {
  rows.forEach((row, y) => {
    for (let x = 0; x < row.length; x++) {
      for (const other of [row[x + 1], rows[y + 1]?.[x], rows[y + 1]?.[x - 1]]) if (other) pair(near, row[x]!, other);
    }
  });
}
const alike = new Set<string>();
for (const group of SOUNDS) for (const a of group) for (const b of group) if (a !== b) alike.add(a + b);

function pair(set: Set<string>, a: string, b: string): void {
  set.add(a + b).add(b + a);
}

const GAPS = new Set([' ', 'ー', '-']);

function substitution(a: string, b: string): number {
  if (a === b) return 0;
  if (VOWELS.has(a) && VOWELS.has(b)) return COSTS.vowel;
  if (alike.has(a + b)) return COSTS.sound;
  if (near.has(a + b)) return COSTS.neighbour;
  return COSTS.letter;
}

/** Of a letter that only one side has, between its neighbours on that side. */
function extra(letter: string, before: string | undefined, after: string | undefined): number {
  if (GAPS.has(letter)) return COSTS.gap;
  if (letter === before || letter === after) return COSTS.repeated;
  return VOWELS.has(letter) || letter === 'h' ? COSTS.droppedVowel : COSTS.letter;
}

const MAX_LETTERS = 64;

/** 0 for equal texts; infinite for texts of more than 64 letters. Hiragana and katakana are one. */
export function spellingDistance(left: string, right: string): number {
  const a = Array.from(toKatakana(left));
  const b = Array.from(toKatakana(right));
  if (a.length > MAX_LETTERS || b.length > MAX_LETTERS) return Infinity;
  let before: number[] = [];
  let previous: number[] = [0];
  for (let j = 1; j <= b.length; j++) previous.push(previous[j - 1]! + extra(b[j - 1]!, b[j - 2], b[j]));
  for (let i = 1; i <= a.length; i++) {
    const dropped = extra(a[i - 1]!, a[i - 2], a[i]);
    const row = [previous[0]! + dropped];
    for (let j = 1; j <= b.length; j++) {
      let cost = Math.min(
        previous[j]! + dropped,
        row[j - 1]! + extra(b[j - 1]!, b[j - 2], b[j]),
        previous[j - 1]! + substitution(a[i - 1]!, b[j - 1]!),
      );
      if (i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1] && a[i - 1] !== a[i - 2]) {
        cost = Math.min(cost, before[j - 2]! + COSTS.swapped);
      }
      row.push(cost);
    }
    before = previous;
    previous = row;
  }
  const firstWrong = a[0] !== b[0] && !(a[0] === b[1] && a[1] === b[0]) && !soundsSame(a[0], b[0]);
  return previous[b.length]! + (firstWrong ? COSTS.first : 0);
}

const soundsSame = (a = '', b = ''): boolean => alike.has(a + b);

/** 1 for the same spelling, 0 when half of the letters would have to change. */
export function spellingCloseness(a: string, b: string): number {
  const letters = Math.max(Array.from(a).length, Array.from(b).length, 1);
  return Math.max(0, 1 - spellingDistance(a, b) / letters / 0.5);
}

function toKatakana(text: string): string {
  return text.replaceAll(/[ぁ-ゖ]/g, (letter) => String.fromCharCode(letter.charCodeAt(0) + 0x60));
}

const SOUND_RULES: [RegExp, string][] = [
  [/sch|sh|ch|tsch/g, 'x'],
  [/ph/g, 'f'],
  [/ck|qu|q/g, 'k'],
  [/c(?=[eiy])/g, 's'],
  [/c/g, 'k'],
  [/z/g, 's'],
  [/[wv]/g, 'f'],
  [/th|dt|d/g, 't'],
  [/b/g, 'p'],
  [/y|j/g, 'i'],
  [/h/g, ''],
  [/(.)\1+/gu, '$1'],
];

/** How a Latin text roughly sounds in any European language; null for other scripts and for codes. */
export function phoneticKey(text: string): string | null {
  if (!/^[a-z ]+$/.test(text)) return null;
  let key = text.replaceAll(' ', '');
  for (const [pattern, sound] of SOUND_RULES) key = key.replaceAll(pattern, sound);
  return key.slice(0, 1) + key.slice(1).replaceAll(/[aeiou]/g, '');
}
