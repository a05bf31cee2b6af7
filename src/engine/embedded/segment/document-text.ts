import type { JsonValue } from '../../../kernel/json.ts';
import { isJsonObject } from '../../../kernel/json.ts';
import { isCode, joinedForms, normalize, tokenize, withoutSeparators, type Token } from '../../../text/index.ts';
import type { CatalogDocument } from '../../port/index.ts';
import { FIELD, MAX_VALUE_WORDS, WHOLE_VALUE } from './fields.ts';
import { plainText } from './plain-text.ts';

/** Receives the words of one document. */
export interface TextSink {
  /** The same term may come again, with another field. */
  term(term: string, field: number): void;
  /** Words of the title in order. */
  titleTerm(term: string): void;
}

/** After these words a title speaks of what the thing is for, not of the thing. Several languages, normalised. */
export const PREPOSITIONS = new Set(
  'for with w para con für fur mit pour avec per compatible passend geeignet adapte für för til voor met για с для к и com'.split(
    ' ',
  ),
);
const BRACKET = /[([{|;]/;

export function readText(document: CatalogDocument, sink: TextSink): void {
  readTitle(document.title, sink);
  if (document.brand) readValue(document.brand, FIELD.brand, sink);
  for (const path of document.categories ?? []) readCategory(path, sink);
  for (const tag of document.tags ?? []) readValue(tag, FIELD.tags, sink);
  if (document.docType) readValue(document.docType, FIELD.tags, sink);
  if (document.attributes) readAttributes(document.attributes, sink);
  if (document.description) readWords(tokenize(plainText(document.description)), FIELD.description, sink);
  readCode(document.id, sink);
  if (document.sku) readCode(document.sku, sink);
  if (document.gtin) readCode(document.gtin, sink);
}

function readTitle(title: string, sink: TextSink): void {
  const text = plainText(title);
  const tokens = tokenize(text);
  const bracket = text.search(BRACKET);
  let head = tokens.findIndex(
    (token, at) => at > 0 && (PREPOSITIONS.has(token.term) || (bracket >= 0 && token.start > bracket)),
  );
  if (head < 0) head = tokens.length;
  tokens.forEach((token, at) => {
    const field = at < head ? FIELD.title | FIELD.head : FIELD.title;
    readToken(token, field, sink);
    sink.titleTerm(token.term);
  });
  for (const form of joinedForms(tokens)) {
    sink.term(form.term, form.to <= head ? FIELD.title | FIELD.head : FIELD.title);
  }
  readWholeValue(tokens, FIELD.title, sink);
}

function readWords(tokens: readonly Token[], field: number, sink: TextSink): void {
  for (const token of tokens) readToken(token, field, sink);
  for (const form of joinedForms(tokens)) sink.term(form.term, field);
}

/** `15.6` is also found by `15`, `802.11b` by `802`; a list such as `1.2.3` by each of its parts. */
function readToken(token: Token, field: number, sink: TextSink): void {
  sink.term(token.term, field);
  if (!token.term.includes('.')) return;
  const parts = token.term.split('.');
  for (const part of parts.length > 2 ? parts : parts.slice(0, 1)) if (part !== '') sink.term(part, field);
}

function readValue(value: string, field: number, sink: TextSink): void {
  const tokens = tokenize(plainText(value));
  readWords(tokens, field, sink);
  readWholeValue(tokens, field, sink);
}

function readWholeValue(tokens: readonly Token[], field: number, sink: TextSink): void {
  if (tokens.length === 0 || tokens.length > MAX_VALUE_WORDS) return;
  sink.term(WHOLE_VALUE + tokens.map((token) => token.term).join(' '), field);
}

function readCategory(path: string, sink: TextSink): void {
  for (const level of path.split('>')) readValue(level, FIELD.categories, sink);
}

/**
 * Attributes that say what a thing is, and its colour; in others a whole value says what it fits, what it has or what is in
 * the box. A type *of* something is such another one: the "device type" of a keyboard cover is "keyboard".
 */
const NAMING_KEY =
  /^(?:(?:product|item|article|produkt|artikel|producto|produit|prodotto)[^a-z]*)?(?:types?|categor(?:y|ies)|kind|class|family|art|typ|tipo|genre|gender)$|(?:^|[^a-z])colou?r$/i;

function readAttributes(value: JsonValue, sink: TextSink, key = ''): void {
  if (typeof value === 'string') {
    if (NAMING_KEY.test(key)) readValue(value, FIELD.attributes, sink);
    else readWords(tokenize(plainText(value)), FIELD.attributes, sink);
  } else if (typeof value === 'number') readWords(tokenize(String(value)), FIELD.attributes, sink);
  else if (Array.isArray(value)) for (const item of value) readAttributes(item, sink, key);
  else if (isJsonObject(value)) for (const [name, item] of Object.entries(value)) readAttributes(item, sink, name);
}

function readCode(code: string, sink: TextSink): void {
  const tokens = tokenize(code);
  for (const token of tokens) sink.term(token.term, FIELD.code);
  for (const form of joinedForms(tokens)) sink.term(form.term, FIELD.code);
  const joined = withoutSeparators(tokens);
  if (tokens.length > 1 || joined !== tokens[0]?.term)
    if (joined !== '' && isCode(joined)) sink.term(joined, FIELD.code);
  if (tokens.length === 0 && normalize(code) !== '') sink.term(normalize(code), FIELD.code);
}
