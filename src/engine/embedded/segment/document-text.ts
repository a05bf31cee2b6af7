import type { JsonValue } from '../../../kernel/json.ts';
import { isJsonObject } from '../../../kernel/json.ts';
import { GenerationCache } from '../../../kernel/generation-cache.ts';
import { isCode, joinedForms, normalize, tokenize, withoutSeparators, type Token } from '../../../text/index.ts';
import type { CatalogDocument } from '../../port/index.ts';
import { FIELD, MAX_VALUE_WORDS, WHOLE_VALUE } from './fields.ts';
import { eachLongTextPart } from './long-text.ts';
import { plainText } from './plain-text.ts';

/** Receives the words of one document. */
export interface TextSink {
  /** The same term may come again, with another field. */
  term(term: string, field: number): void;
  /**
   * The same for a word of ASCII letters in either case, which `text` has from `start` to `end`: for a sink that finds
   * terms by their letters. Words of a long text then come in no order.
   */
  letters?(text: string, start: number, end: number, field: number): void;
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
  if (document.brand) addTerms(document.brand, valueTerms, FIELD.brand, sink);
  for (const path of document.categories ?? []) addTerms(path, pathTerms, FIELD.categories, sink);
  for (const tag of document.tags ?? []) addTerms(tag, valueTerms, FIELD.tags, sink);
  if (document.docType) addTerms(document.docType, valueTerms, FIELD.tags, sink);
  if (document.attributes) readAttributes(document.attributes, sink);
  if (document.description) readDescription(plainText(document.description), sink);
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
    readToken(token, (term) => sink.term(term, field));
    sink.titleTerm(token.term);
  });
  for (const form of joinedForms(tokens)) {
    sink.term(form.term, form.to <= head ? FIELD.title | FIELD.head : FIELD.title);
  }
  readWholeValue(tokens, (term) => sink.term(term, FIELD.title));
}

function readDescription(text: string, sink: TextSink): void {
  const read = (run: string): void => readWords(tokenize(run), (term) => sink.term(term, FIELD.description));
  if (!sink.letters) read(text);
  else eachLongTextPart(text, (whole, start, end) => sink.letters!(whole, start, end, FIELD.description), read);
}

type AddTerm = (term: string) => void;

function readWords(tokens: readonly Token[], add: AddTerm): void {
  for (const token of tokens) readToken(token, add);
  for (const form of joinedForms(tokens)) add(form.term);
}

/** `15.6` is also found by `15`, `802.11b` by `802`; a list such as `1.2.3` by each of its parts. */
function readToken({ term }: Token, add: AddTerm): void {
  add(term);
  if (!term.includes('.')) return;
  const parts = term.split('.');
  for (const part of parts.length > 2 ? parts : parts.slice(0, 1)) if (part !== '') add(part);
}

function readValue(value: string, add: AddTerm): void {
  const tokens = tokenize(plainText(value));
  readWords(tokens, add);
  readWholeValue(tokens, add);
}

function readWholeValue(tokens: readonly Token[], add: AddTerm): void {
  if (tokens.length === 0 || tokens.length > MAX_VALUE_WORDS) return;
  add(WHOLE_VALUE + tokens.map((token) => token.term).join(' '));
}

/** Texts a generation whose terms are remembered, each of a few hundred bytes; longer ones hardly ever come again. */
const KEPT_TEXTS = 2_048;
const LONGEST_KEPT = 100;

/** Terms of a text by the text: a catalogue says the same brand, category or colour in thousands of documents. */
class TermMemory {
  readonly #kept = new GenerationCache<readonly string[]>(KEPT_TEXTS);
  readonly #read: (text: string, add: AddTerm) => void;

  constructor(read: (text: string, add: AddTerm) => void) {
    this.#read = read;
  }

  of(text: string): readonly string[] {
    const known = this.#kept.get(text);
    if (known) return known;
    const terms: string[] = [];
    this.#read(text, (term) => terms.push(term));
    if (text.length <= LONGEST_KEPT) this.#kept.set(text, terms);
    return terms;
  }
}

const valueTerms = new TermMemory(readValue);
const wordTerms = new TermMemory((text, add) => readWords(tokenize(plainText(text)), add));
const pathTerms = new TermMemory((path, add) => {
  for (const level of path.split('>')) readValue(level, add);
});

function addTerms(text: string, memory: TermMemory, field: number, sink: TextSink): void {
  for (const term of memory.of(text)) sink.term(term, field);
}

/**
 * Attributes that say what a thing is, and its colour; in others a whole value says what it fits, what it has or what is in
 * the box. A type *of* something is such another one: the "device type" of a keyboard cover is "keyboard".
 */
const NAMING_KEY =
  /^(?:(?:product|item|article|produkt|artikel|producto|produit|prodotto)[^a-z]*)?(?:types?|categor(?:y|ies)|kind|class|family|art|typ|tipo|genre|gender)$|(?:^|[^a-z])colou?r$/i;

function readAttributes(value: JsonValue, sink: TextSink, key = ''): void {
  if (typeof value === 'string') addTerms(value, isNamingKey(key) ? valueTerms : wordTerms, FIELD.attributes, sink);
  else if (typeof value === 'number') addTerms(String(value), wordTerms, FIELD.attributes, sink);
  else if (Array.isArray(value)) for (const item of value) readAttributes(item, sink, key);
  else if (isJsonObject(value)) for (const [name, item] of Object.entries(value)) readAttributes(item, sink, name);
}

const namingKeys = new GenerationCache<boolean>(1_024);

function isNamingKey(key: string): boolean {
  let names = namingKeys.get(key);
  if (names === undefined) namingKeys.set(key, (names = NAMING_KEY.test(key)));
  return names;
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
