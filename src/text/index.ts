/**
 * Text analysis shared by indexing, querying, synonyms, rules and learning: pure functions, no state of a tenant.
 * (Matching rules in section 5 of the contract.)
 */
export { editDistance, lettersShared, prefixDistance, typoBudget } from './distance.ts';
export { foldWord } from './fold.ts';
export { codeParts, isCode, joinedForms, withoutSeparators } from './joined.ts';
export type { JoinedForm } from './joined.ts';
export { endOfLetters, foldedLetter } from './letters.ts';
export { looseForm } from './loose.ts';
export { personalDataIn } from './personal-data.ts';
export type { PersonalData } from './personal-data.ts';
export { MAX_QUERY_WORDS, normalizeQuery } from './query.ts';
export type { NormalizedQuery } from './query.ts';
export { soundOf, soundingBeginnings } from './sound.ts';
export { hasStemmer, stem } from './stem.ts';
export type { Token } from './token.ts';
export { normalize, tokenize } from './tokenize.ts';
export { valueMatch } from './value-match.ts';
export type { TextSpan } from './value-match.ts';
