import { createHash } from 'node:crypto';
import { isCode, looseForm } from '../../text/index.ts';
import { readColumns, type ColumnSink } from '../embedded/segment/document-columns.ts';
import { PREPOSITIONS, readText, type TextSink } from '../embedded/segment/document-text.ts';
import { FIELD, WHOLE_VALUE } from '../embedded/segment/fields.ts';
import type { CatalogDocument } from '../port/index.ts';

/** Stands between the parts of a composed term; our analysis never lets a control character into a word. */
export const PART = '\u001f';
/** Longer words are no words; the cluster refuses terms of 32 KiB. */
const MAX_TERM = 1_000;
/** Longer texts are no values to choose among. */
const MAX_VALUE = 4_000;

/** Fields that hold words, by the bits of the embedded engine's postings. */
export const WORD_FIELDS = {
  head: FIELD.head,
  title: FIELD.title,
  brand: FIELD.brand,
  categories: FIELD.categories,
  tags: FIELD.tags,
  attributes: FIELD.attributes,
  description: FIELD.description,
  code: FIELD.code,
} as const;
export type WordField = keyof typeof WORD_FIELDS;

/** Numbers that every catalogue has get a field of their own; those of attributes share a nested one. */
export const CORE_NUMBERS = new Set(['price', 'stock', 'rating', 'popularity', 'created_at', 'updated_at']);

/** Key of a document inside the cluster: ids of ours are longer than its own may be. */
export function documentKey(tenantId: string, generation: string, id: string): string {
  return createHash('sha256').update(`${tenantId}${PART}${generation}${PART}${id}`).digest('base64url');
}

/** Begins the terms that a tenant's misspelled words are compared with: no other tenant's words are among them. */
export function spellingLead(tenantId: string, generation: string): string {
  return `${tenantId}${PART}${generation}${PART}`;
}

/** Text that sorts by code point about as people expect values to be sorted. */
function sortText(value: string): string {
  const folded = value.normalize('NFKD').replaceAll(/\p{M}/gu, '').toLowerCase();
  return folded.replaceAll(/\d+/g, (digits) => digits.padStart(15, '0')).slice(0, 200);
}

/** Collects what our analysis says of one document. */
class Analysis implements TextSink, ColumnSink {
  readonly terms = new Map<string, number>();
  readonly title: string[] = [];
  readonly values: string[] = [];
  readonly core: Record<string, number[]> = {};
  readonly numbers: { f: string; v: number }[] = [];
  readonly texts: { f: string; s: string }[] = [];

  term(term: string, field: number): void {
    if (term.length <= MAX_TERM) this.terms.set(term, (this.terms.get(term) ?? 0) | field);
  }

  titleTerm(term: string): void {
    this.title.push(term.slice(0, MAX_TERM));
  }

  number(field: string, value: number): void {
    this.values.push(`${field}${PART}n${value}`);
    if (CORE_NUMBERS.has(field)) (this.core[field] ??= []).push(value);
    else this.numbers.push({ f: field, v: value });
  }

  text(field: string, key: string): void {
    if (key.length > MAX_VALUE) return;
    this.values.push(`${field}${PART}${key}`);
    this.texts.push({ f: field, s: sortText(key.slice(1)) });
  }
}

export type IndexedDocument = Record<string, unknown>;

/** A document as the cluster indexes it: every word as our own analysis made it, so that both engines see the same. */
export function toIndexed(
  tenantId: string,
  generation: string,
  document: CatalogDocument,
  json: string,
): IndexedDocument {
  const analysis = new Analysis();
  readText(document, analysis);
  readColumns(document, analysis);
  const lead = spellingLead(tenantId, generation);
  const fields = Object.fromEntries(Object.keys(WORD_FIELDS).map((name) => [name, [] as string[]]));
  const names: string[] = [];
  const words: string[] = [];
  const spell: string[] = [];
  const loose: string[] = [];
  for (const [term, bits] of analysis.terms) {
    if (term.startsWith(WHOLE_VALUE)) {
      names.push(term);
      continue;
    }
    for (const [name, bit] of Object.entries(WORD_FIELDS)) if (bits & bit) fields[name]!.push(term);
    // What stands in codes alone is no word: it is never a correction and has no inflections.
    if ((bits & ~FIELD.code) === 0) continue;
    words.push(term);
    if (!isCode(term) && term.length < 64) spell.push(lead + term);
    const form = looseForm(term);
    if (form !== term) loose.push(form + PART + term);
  }
  return {
    kind: 'item',
    tenant: tenantId,
    generation,
    id: document.id,
    ...fields,
    words,
    names,
    spell,
    loose,
    line: analysis.title.join(' '),
    closes: analysis.title.filter((_, at) => closes(analysis.title, at)),
    values: analysis.values,
    core: analysis.core,
    numbers: analysis.numbers,
    texts: analysis.texts,
    popularity: document.popularity ?? 0,
    json,
  };
}

/** Stands in the place of a document that the cluster does not take: no search sees it, and the next version replaces it. */
export function toRefused(tenant: string, generation: string, id: string): IndexedDocument {
  return { kind: 'refused', tenant, generation, id };
}

/** The word ends what the title names: nothing follows, or a number or preposition does. */
function closes(words: readonly string[], at: number): boolean {
  const next = words[at + 1];
  return next === undefined || isCode(next) || PREPOSITIONS.has(next);
}
