import { codeParts, editDistance, isCode, looseForm, stem, typoBudget } from '../../text/index.ts';
import { Segment } from '../embedded/segment/segment.ts';
import { SegmentWriter } from '../embedded/segment/segment-writer.ts';
import { FIELD } from '../embedded/segment/fields.ts';
import type { TextQuery } from '../port/index.ts';
import type { Json } from './cluster.ts';
import { PART } from './document.ts';
import { escapePattern } from './facets.ts';

/** Shorter stems are shared by unrelated words. */
const MIN_STEM_PREFIX = 3;
/** Terms looked at for one beginning. */
const MAX_FAMILY = 500;
const MAX_BEGINNINGS = 2_000;
const MAX_TYPO_TERMS = 64;
const STEMMED_TYPOS = 4;
const RIGHT_START = 2;
const MAX_JOINED_WORDS = 4;
/** Sorts behind every word: stands for what a word may go on to. */
const GOES_ON = '\u{10ffff}';

/** Asks the cluster for aggregations (and suggestions) over the tenant's whole catalogue. */
export type AskCatalogue = (aggs: Json, suggest?: Json) => Promise<{ aggs: Json; suggest: Json; documents: number }>;

/**
 * The part of a catalogue's dictionary that bears on one query, as a segment without documents: the embedded engine's
 * rules read the query by it, and so both engines understand the same.
 */
export class Vocabulary {
  readonly #text: TextQuery;
  readonly #ask: AskCatalogue;
  readonly #lead: string;
  /** Terms with how many documents have them. */
  readonly #terms = new Map<string, number>();
  /** Beginnings that some word of the catalogue has. */
  readonly #beginnings = new Set<string>();
  readonly #familiesAsked = new Set<string>();
  documents = 0;

  constructor(text: TextQuery, lead: string, ask: AskCatalogue) {
    this.#text = text;
    this.#lead = lead;
    this.#ask = ask;
  }

  has(term: string): boolean {
    return this.#terms.has(term);
  }

  known(): boolean[] {
    return this.#text.words.map((word) => this.#terms.has(word));
  }

  /** What the exact stage needs: the words, their inflections and those of their synonyms. */
  async askExact(): Promise<void> {
    const { words, alternatives, lastIsPrefix } = this.#text;
    const all = [...new Set([...words, ...alternatives.flatMap(({ replacement }) => replacement)])];
    await this.#look(all, all, lastIsPrefix ? [words.at(-1)!] : []);
  }

  /** What the forgiving stage needs besides: what words may have been meant as, and words joined and split. */
  async askForgiving(): Promise<void> {
    const { words, lastIsPrefix, typoTolerance } = this.#text;
    const joins = joinsOf(words);
    const splits = words.flatMap(splitsOf);
    const unknown = typoTolerance ? words.filter((word) => !this.#terms.has(word) && !isCode(word)) : [];
    const last = words.at(-1)!;
    const goOn = lastIsPrefix ? joins.filter((join) => last !== join && join.endsWith(last)) : [];
    const near = await this.#look([...joins, ...splits, ...unknown.map(looseForm)], joins, goOn, unknown);
    const mistyped = lastIsPrefix && unknown.includes(last) && typoBudget(last) > 0 && !this.#beginnings.has(last);
    await this.#look([], near, [], [], mistyped && near.length === 0 ? last.slice(0, RIGHT_START) : null);
  }

  /** Readings are made on this. Every term stands in one document, which is never shown. */
  segment(): Segment {
    const writer = new SegmentWriter();
    writer.addDocument({ id: 'v', title: '', url: '', docType: '' }, new Uint8Array());
    for (const term of this.#terms.keys()) writer.term(term, FIELD.title);
    for (const beginning of this.#beginnings) writer.term(beginning + GOES_ON, FIELD.code);
    const { buffer, documents } = writer.finish(null);
    return new Segment(buffer, documents);
  }

  /** Answers words of the dictionary that are near the unknown ones, the nearest of each first. */
  async #look(
    exact: readonly string[],
    families: readonly string[],
    beginnings: readonly string[],
    unknown: readonly string[] = [],
    mistyped: string | null = null,
  ): Promise<string[]> {
    const wanted = [...new Set(exact)].filter((term) => term !== '' && !this.#terms.has(term));
    const prefixes = this.#newFamilies(families);
    const loose = unknown.map(looseForm);
    const aggs: Json = {
      ...filtersRequest(
        'exact',
        wanted.map((term) => either('term', term)),
      ),
      ...filtersRequest(
        'begin',
        beginnings.map((word) => either('prefix', word)),
      ),
      ...(prefixes.length > 0 && { family: wordsRequest('words', prefixes, MAX_FAMILY * prefixes.length) }),
      ...(mistyped && { mistyped: wordsRequest('words', [mistyped], MAX_BEGINNINGS) }),
      ...(loose.length > 0 && {
        loose: wordsRequest(
          'loose',
          loose.map((form) => form + PART),
          MAX_TYPO_TERMS,
        ),
      }),
    };
    const misspelled = unknown.filter((word) => typoBudget(word) > 0);
    if (Object.keys(aggs).length === 0 && misspelled.length === 0) return [];
    const answer = await this.#ask(aggs, suggestRequest(misspelled, this.#lead));
    this.documents = answer.documents;
    readCounts(answer.aggs.exact, wanted, this.#terms);
    const begun = new Map<string, number>();
    readCounts(answer.aggs.begin, beginnings, begun);
    for (const word of begun.keys()) this.#beginnings.add(word);
    for (const name of ['family', 'mistyped']) {
      for (const { key, doc_count } of answer.aggs[name]?.terms.buckets ?? []) this.#terms.set(key, doc_count);
    }
    return [...this.#readLoose(answer.aggs.loose), ...this.#readNear(misspelled, answer.suggest)];
  }

  #readLoose(answer: Json | undefined): string[] {
    const found: string[] = [];
    for (const { key, doc_count } of answer?.terms.buckets ?? []) {
      const term = (key as string).slice((key as string).indexOf(PART) + 1);
      this.#terms.set(term, doc_count);
      found.push(term);
    }
    return found;
  }

  #readNear(words: readonly string[], suggest: Json): string[] {
    const nearest: string[] = [];
    words.forEach((word, at) => {
      const budget = typoBudget(word);
      const options = (suggest[`near${at}`]?.[0]?.options ?? []) as { text: string; freq: number }[];
      const near = options
        .map(({ text, freq }) => ({ term: text.slice(this.#lead.length), freq }))
        .filter(({ term }) => term !== word && editDistance(word, term, budget) <= budget)
        .sort((a, b) => editDistance(word, a.term, budget) - editDistance(word, b.term, budget) || b.freq - a.freq);
      for (const { term, freq } of near) this.#terms.set(term, freq);
      nearest.push(...near.slice(0, STEMMED_TYPOS).map(({ term }) => term));
    });
    return nearest;
  }

  /** Beginnings whose terms are looked through for inflections of the words. */
  #newFamilies(words: readonly string[]): string[] {
    const prefixes = new Set<string>();
    for (const word of words) {
      if (isCode(word)) continue;
      const stemmed = stem(word, this.#text.locale);
      let shared = 0;
      while (shared < word.length && word[shared] === stemmed[shared]) shared++;
      const prefix = word.slice(0, Math.max(MIN_STEM_PREFIX, Math.min(shared, stemmed.length - 1)));
      if (prefix.length < MIN_STEM_PREFIX || this.#familiesAsked.has(prefix)) continue;
      this.#familiesAsked.add(prefix);
      prefixes.add(prefix);
    }
    return [...prefixes];
  }
}

function joinsOf(words: readonly string[]): string[] {
  const joins: string[] = [];
  for (let from = 0; from < words.length; from++) {
    for (let to = from + 2; to <= Math.min(words.length, from + MAX_JOINED_WORDS); to++) {
      joins.push(words.slice(from, to).join(''));
    }
  }
  return joins;
}

function splitsOf(word: string): string[] {
  if (isCode(word)) {
    const parts = codeParts(word);
    return parts.length > 1 && parts.length <= MAX_JOINED_WORDS ? parts : [];
  }
  const parts: string[] = [];
  for (let at = 1; at < Math.min(word.length, 40); at++) {
    if (Math.max(at, word.length - at) >= 3) parts.push(word.slice(0, at), word.slice(at));
  }
  return parts;
}

/** Of words and of codes. */
function either(kind: 'term' | 'prefix', text: string): Json {
  return { bool: { should: [{ [kind]: { words: text } }, { [kind]: { code: text } }] } };
}

/** Counts by postings alone, so many of them cost little. */
function filtersRequest(name: string, filters: readonly Json[]): Json {
  return filters.length === 0 ? {} : { [name]: { filters: { filters } } };
}

function readCounts(answer: Json | undefined, terms: readonly string[], into: Map<string, number>): void {
  ((answer?.buckets ?? []) as { doc_count: number }[]).forEach(({ doc_count }, at) => {
    if (doc_count > 0) into.set(terms[at]!, doc_count);
  });
}

/** Terms that begin so, among documents that have one. */
function wordsRequest(field: string, prefixes: readonly string[], size: number): Json {
  const include = prefixes.map((prefix) => `${escapePattern(prefix)}.*`).join('|');
  return {
    filter: { bool: { should: prefixes.map((prefix) => ({ prefix: { [field]: prefix } })) } },
    aggs: { terms: { terms: { field, size, include, order: { _key: 'asc' } } } },
  };
}

/** The cluster knows edits but not our rules for them: it proposes, `editDistance` decides. */
function suggestRequest(words: readonly string[], lead: string): Json {
  const requests = words.map((word, at) => [
    `near${at}`,
    {
      text: lead + word,
      term: {
        field: 'spell',
        analyzer: 'keyword',
        suggest_mode: 'always',
        max_edits: typoBudget(word),
        prefix_length: lead.length,
        min_word_length: 1,
        size: MAX_TYPO_TERMS,
        shard_size: 4 * MAX_TYPO_TERMS,
        accuracy: 0.01,
      },
    },
  ]);
  return Object.fromEntries(requests);
}
