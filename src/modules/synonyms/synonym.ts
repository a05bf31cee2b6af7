import { createHash } from 'node:crypto';
import type { Edited } from '../../kernel/edited.ts';
import type { FieldError } from '../../kernel/errors.ts';
import { normalize } from '../../text/index.ts';

export const SYNONYM_TYPES = ['two_way', 'one_way'] as const;
export type SynonymType = (typeof SYNONYM_TYPES)[number];
export const SYNONYM_SOURCES = ['manual', 'learned', 'import'] as const;
export type SynonymSource = (typeof SYNONYM_SOURCES)[number];

/** Words that mean the same (`two_way`), or what else to look for when `input` is asked for (`one_way`). */
export interface Synonym {
  id: string;
  type: SynonymType;
  input: string | null;
  terms: string[];
  /** BCP 47; null applies to queries in every language. */
  locale: string | null;
  source: SynonymSource;
  /** 0 to 1, two decimals; null unless learned. */
  confidence: number | null;
  enabled: boolean;
  suggestion_id: string | null;
  created_at: Date;
  /** Until then a share of the sessions searches without it. Read for searching only. */
  held_back_until?: Date | null;
}

export type StoredSynonym = Synonym & Edited;

/** What a person writes of a synonym. */
export interface SynonymDraft {
  type: SynonymType;
  input: string | null;
  terms: string[];
  locale: string | null;
  enabled: boolean;
}

export const SYNONYM_LIMITS = {
  perTenant: 10_000,
  /** Terms of all synonyms together: every process that searches holds them in memory, some 500 bytes each. */
  termsPerTenant: 100_000,
  terms: 50,
  termLength: 100,
  termWords: 10,
} as const;

/** How much a tenant has. */
export interface SynonymsSize {
  synonyms: number;
  terms: number;
}

/** Why this many more terms in one more synonym do not fit, or null. */
export function overflow(size: SynonymsSize, terms: number): string | null {
  const { perTenant, termsPerTenant } = SYNONYM_LIMITS;
  if (size.synonyms >= perTenant) return `A tenant may have ${perTenant} synonyms. Delete some first.`;
  if (size.terms + terms <= termsPerTenant) return null;
  return `The synonyms of a tenant may have ${termsPerTenant} terms together. Delete some first.`;
}

const BLANKS = /[\s\p{Cc}\u2028\u2029]+/gu;

function tidy(text: string): string {
  return text.toWellFormed().replaceAll(BLANKS, ' ').trim();
}

/**
 * The form that is stored: blanks tidied, terms that read the same once, a one-way input not among its own terms
 * (`a => a, b` is Solr's way to say "also b", which is what ours always means).
 */
export function tidyDraft(draft: SynonymDraft): SynonymDraft {
  const input = draft.input === null ? null : tidy(draft.input);
  const seen = new Set<string>(draft.type === 'one_way' && input !== null ? [normalize(input)] : []);
  const terms: string[] = [];
  for (const term of draft.terms.map(tidy)) {
    const key = normalize(term);
    // A term that reads as nothing is a fault to be told, not a duplicate to be dropped.
    if (key !== '' && seen.has(key)) continue;
    seen.add(key);
    terms.push(term);
  }
  return { ...draft, input, terms };
}

/** Everything that is wrong with a tidied draft; fields are JSON Pointers into it. */
export function draftFaults(draft: SynonymDraft): FieldError[] {
  const faults: FieldError[] = [];
  if (draft.type === 'one_way') {
    if (draft.input === null) faults.push(fault('/input', 'required', 'A one-way synonym needs an input.'));
    else faults.push(...termFaults('/input', draft.input));
  } else if (draft.input !== null) {
    faults.push(fault('/input', 'unexpected', 'A two-way synonym has no input: put it among the terms.'));
  }
  const { terms } = draft;
  if (terms.length > SYNONYM_LIMITS.terms) {
    faults.push(fault('/terms', 'array_max_size', `A synonym may have ${SYNONYM_LIMITS.terms} terms.`));
    return faults;
  }
  const least = draft.type === 'two_way' ? 2 : 1;
  if (terms.length < least) faults.push(fault('/terms', 'too_few', tooFew(draft.type)));
  terms.forEach((term, index) => faults.push(...termFaults(`/terms/${index}`, term)));
  return faults;
}

function tooFew(type: SynonymType): string {
  return type === 'two_way'
    ? 'A two-way synonym needs at least 2 terms that read differently.'
    : 'A one-way synonym needs at least 1 term that reads differently from its input.';
}

function termFaults(field: string, term: string): FieldError[] {
  const { termLength, termWords } = SYNONYM_LIMITS;
  if ([...term].length > termLength) {
    return [fault(field, 'max_length', `A term may have ${termLength} characters.`)];
  }
  const words = normalize(term);
  if (words === '') return [fault(field, 'empty', 'A term needs at least one letter or digit.')];
  if (words.split(' ').length > termWords) return [fault(field, 'max_words', `A term may have ${termWords} words.`)];
  return [];
}

function fault(field: string, code: string, message: string): FieldError {
  return { field, code, message };
}

/** The same for synonyms that say the same, however they are written. */
export function fingerprint(draft: SynonymDraft): Buffer {
  const terms = draft.terms.map(normalize).sort();
  const input = draft.input === null ? null : normalize(draft.input);
  const said = JSON.stringify([draft.type, input, terms, draft.locale?.toLowerCase() ?? null]);
  return createHash('sha256').update(said).digest();
}

/** A synonym that nobody has, to see what it would do. Its id is its own words. */
export function hypothetical(draft: Pick<SynonymDraft, 'type' | 'input' | 'terms' | 'locale'>): Synonym {
  const tidied = tidyDraft({ ...draft, enabled: true });
  return {
    ...tidied,
    id: `hypothetical ${tidied.terms.join(' ')}`,
    source: 'learned',
    confidence: 0,
    suggestion_id: null,
    created_at: new Date(0),
  };
}
