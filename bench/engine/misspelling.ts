import { editDistance } from '../../src/text/index.ts';
import type { Random } from './random.ts';

const LETTERS = 'abcdefghijklmnopqrstuvwxyz';

/** The word with so many letters left out, put in, mistaken or swapped, never the first one. Null when they undid each other. */
export function misspelling(random: Random, word: string, edits: number): string | null {
  let typed = word;
  for (let i = 0; i < edits; i++) typed = edit(random, typed);
  return editDistance(typed, word, edits) === edits ? typed : null;
}

function edit(random: Random, word: string): string {
  const at = 1 + random.below(word.length - 1);
  const letter = LETTERS[random.below(26)]!;
  const before = word.slice(0, at);
  switch (random.below(4)) {
    case 0:
      return before + word.slice(at + 1);
    case 1:
      return before + letter + word.slice(at);
    case 2:
      return before + letter + word.slice(at + 1);
    default:
      return (
        before +
        word
          .slice(at, at + 2)
          .split('')
          .reverse()
          .join('') +
        word.slice(at + 2)
      );
  }
}
