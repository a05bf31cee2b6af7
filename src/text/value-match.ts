import { tokenize } from './tokenize.ts';

/** Part of a text, as UTF-16 offsets. */
export interface TextSpan {
  start: number;
  end: number;
}

/**
 * Where the words someone types to find a value of a facet stand in it: each must begin a word of the value, in any order
 * (`kan wes` finds `West, Kanye`). Null when one does not. `typed` are normalised words; none of them match everything.
 */
export function valueMatch(value: string, typed: readonly string[]): TextSpan[] | null {
  const tokens = tokenize(value);
  const spans: TextSpan[] = [];
  for (const word of typed) {
    const token = tokens.find(({ term }) => term.startsWith(word));
    if (!token) return null;
    // Where folding changed the length (`ß`, `ﬁ`) no letter of the word stands for one of the value.
    const whole = token.term.length !== token.end - token.start;
    const span = { start: token.start, end: whole ? token.end : token.start + word.length };
    const overlap = spans.find(({ start }) => start === span.start);
    if (overlap) overlap.end = Math.max(overlap.end, span.end);
    else spans.push(span);
  }
  return spans.sort((a, b) => a.start - b.start);
}
