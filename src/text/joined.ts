import type { Token } from './token.ts';

const DIGIT = /\p{Nd}/u;
/** Longer compounds are sentences with slashes, not names. */
const MAX_PARTS = 5;
const MAX_LENGTH = 32;

/** A word with a digit is a code: it matches exactly, by prefix and without separators, never by a typo. */
export function isCode(word: string): boolean {
  return DIGIT.test(word);
}

/** A form of one or more words without what separates them. */
export interface JoinedForm {
  term: string;
  /** Index of the first and past the last token it covers. */
  from: number;
  to: number;
}

/**
 * Joined forms of the compounds in a text: `t-shirt` → `tshirt`, `RS-7667-FH` → `rs7667fh`, `rs7667`, `7667fh`.
 * Compounds of digits only (`3/4`, `10-20`) have none: they would read as another number.
 */
export function joinedForms(tokens: readonly Token[]): JoinedForm[] {
  const forms: JoinedForm[] = [];
  let from = 0;
  for (let at = 1; at <= tokens.length; at++) {
    if (at < tokens.length && tokens[at]!.joinsPrevious) continue;
    if (at - from > 1) addCompound(forms, tokens, from, at);
    from = at;
  }
  return forms;
}

function addCompound(forms: JoinedForm[], tokens: readonly Token[], from: number, to: number): void {
  if (to - from <= MAX_PARTS) addForm(forms, tokens, from, to);
  if (to - from === 2) return;
  for (let at = from; at + 2 <= to; at++) addForm(forms, tokens, at, at + 2);
}

function addForm(forms: JoinedForm[], tokens: readonly Token[], from: number, to: number): void {
  let term = '';
  for (let at = from; at < to; at++) term += tokens[at]!.term;
  if (term.length <= MAX_LENGTH && !/^[\p{Nd}.]+$/u.test(term)) forms.push({ term, from, to });
}

/** A whole value without its separators, as codes are compared: `RS-7667 FH` → `rs7667fh`. */
export function withoutSeparators(tokens: readonly Token[]): string {
  return tokens
    .map((token) => token.term)
    .join('')
    .replaceAll('.', '');
}

/** Where a code changes between letters and digits: `rs7667fh` → `rs`, `7667`, `fh`. */
export function codeParts(word: string): string[] {
  return word.match(/[\p{Nd}.]+|[^\p{Nd}.]+/gu) ?? [];
}
