import { joinedForms, tokenize, type Token } from '../../text/index.ts';
import { isHeldBack } from './holdout.ts';
import type { Synonym } from './synonym.ts';
import { Vocabulary } from './vocabulary.ts';

/** `words[from..to)` of a query may also be said as `replacement`. */
export interface Expansion {
  synonymId: string;
  from: number;
  to: number;
  replacement: readonly string[];
  typos: number;
}

export interface QueryWords {
  words: readonly string[];
  /** True where only a connector stood before the word: `t-shirt` is typed as one. */
  joined?: readonly boolean[];
  /** BCP 47. */
  locale: string;
  /** Also when a word has a typo relative to the synonym. */
  typos: boolean;
  /** More synonyms than the tenant has: what would be if they were in force. */
  extra?: CompiledSynonyms;
  /** Ids of synonyms that are passed over: what would be without them. */
  without?: ReadonlySet<string>;
  /** Who searches and when, in milliseconds since 1970: a fresh learned synonym is kept from a share of the sessions. */
  session?: { id: string | null; now: number };
}

/** Section 5 of the contract; more would make one query many. */
export const MAX_EXPANSIONS = 50;
/** Over all words of one synonym: farther is another word. */
const MAX_TYPOS = 2;
/** Words that may have been typed apart: `t shirt` for `tshirt`. */
const MAX_SPLIT = 3;

const NONE: ReadonlySet<string> = new Set();

type Phrase = readonly string[];

/** One way to say a synonym. */
interface Source {
  synonym: Synonym;
  /** Shared by all sources of a synonym: a set of 50 terms must not take 50 × 49 phrases. */
  phrases: readonly Phrase[];
  /** Index of this one's own phrase; -1 for the input of a one-way synonym. */
  own: number;
}

interface Node {
  next: Map<string, Node>;
  sources: Source[];
}

interface Match {
  source: Source;
  from: number;
  to: number;
  typos: number;
}

/** A tenant's enabled synonyms, ready to be asked: a trie over the words of everything that can be expanded. */
export class CompiledSynonyms {
  readonly #root: Node = { next: new Map(), sources: [] };
  readonly #vocabulary = new Vocabulary();
  readonly size: number;

  constructor(synonyms: readonly Synonym[]) {
    const enabled = synonyms.filter((synonym) => synonym.enabled);
    this.size = enabled.length;
    for (const synonym of enabled) this.#addSynonym(synonym);
  }

  /** Likeliest first: typed right before typos, longer runs of words first, a person's synonyms before learned ones. */
  expand(query: QueryWords): Expansion[] {
    const found = query.extra
      ? [...this.#matches(query), ...query.extra.#matches({ ...query, without: NONE })]
      : this.#matches(query);
    if (found.length === 0) return [];
    const matches = longest(found).sort(byLikelihood);
    const expansions: Expansion[] = [];
    const seen = new Set<string>();
    for (const { source, from, to, typos } of matches) {
      const typed = query.words.slice(from, to).join(' ');
      for (const [index, replacement] of source.phrases.entries()) {
        if (index === source.own) continue;
        const said = replacement.join(' ');
        const key = `${from} ${to} ${said}`;
        if (said === typed || seen.has(key)) continue;
        seen.add(key);
        expansions.push({ synonymId: source.synonym.id, from, to, replacement, typos });
        if (expansions.length === MAX_EXPANSIONS) return expansions;
      }
    }
    return expansions;
  }

  #addSynonym(synonym: Synonym): void {
    const terms = synonym.terms.map((term) => tokenize(term));
    const phrases = terms.map(wordsOf);
    if (synonym.type === 'one_way') this.#addSource({ synonym, phrases, own: -1 }, tokenize(synonym.input!));
    else terms.forEach((tokens, own) => this.#addSource({ synonym, phrases, own }, tokens));
  }

  #addSource(source: Source, tokens: readonly Token[]): void {
    const words = wordsOf(tokens);
    this.#insert(words, source);
    // `t-shirt` is also asked for as `tshirt`.
    for (const form of joinedForms(tokens)) {
      this.#insert([...words.slice(0, form.from), form.term, ...words.slice(form.to)], source);
    }
  }

  #insert(words: readonly string[], source: Source): void {
    if (words.length === 0) return;
    let node = this.#root;
    for (const word of words) {
      this.#vocabulary.add(word);
      let next = node.next.get(word);
      if (!next) node.next.set(word, (next = { next: new Map(), sources: [] }));
      node = next;
    }
    node.sources.push(source);
  }

  #matches(query: QueryWords): Match[] {
    if (this.size === 0) return [];
    const matches: Match[] = [];
    const visit = (node: Node, from: number, at: number, typos: number): void => {
      for (const source of node.sources) {
        if (!fitsLocale(source.synonym.locale, query.locale) || heldBackFrom(source.synonym, query)) continue;
        if (query.without?.has(source.synonym.id)) continue;
        matches.push({ source, from, to: at, typos });
      }
      if (node.next.size === 0) return;
      for (const step of this.#steps(query, at)) {
        const next = node.next.get(step.word);
        if (next && typos + step.typos <= MAX_TYPOS) visit(next, from, step.to, typos + step.typos);
      }
    };
    for (let from = 0; from < query.words.length; from++) visit(this.#root, from, from, 0);
    return matches;
  }

  /** What stands at a place of the query: a word of the vocabulary, or one that was typed in several pieces. */
  *#steps(query: QueryWords, at: number): Iterable<{ word: string; to: number; typos: number }> {
    const { words, joined } = query;
    const first = words[at];
    if (first === undefined) return;
    for (const { word, typos } of this.#vocabulary.candidates(first, query.locale, query.typos)) {
      yield { word, to: at + 1, typos };
    }
    let whole = first;
    let asOne = true;
    for (let to = at + 1; to < words.length && to < at + MAX_SPLIT; to++) {
      whole += words[to]!;
      asOne &&= joined?.[to] === true;
      if (!asOne && !query.typos) return;
      for (const { word, typos } of this.#vocabulary.candidates(whole, query.locale, false)) {
        yield { word, to: to + 1, typos: typos + (asOne ? 0 : 1) };
      }
    }
  }
}

function heldBackFrom({ id, held_back_until: until }: Synonym, { session }: QueryWords): boolean {
  if (!until || !session?.id || until.getTime() <= session.now) return false;
  return isHeldBack(session.id, id);
}

function wordsOf(tokens: readonly Token[]): string[] {
  return tokens.map((token) => token.term);
}

/** A synonym for `es` serves queries in `es-MX`, not the other way round (RFC 4647, basic filtering). */
export function fitsLocale(range: string | null, locale: string): boolean {
  if (range === null) return true;
  const wanted = range.toLowerCase();
  const given = locale.toLowerCase();
  return given === wanted || given.startsWith(wanted + '-');
}

/** In "hot dog" nobody asks for a dog: a match inside a longer one, or a typo beside an exact one, is dropped. */
function longest(matches: readonly Match[]): Match[] {
  const spans = [...new Map(matches.map((match) => [spanKey(match), match])).values()];
  const kept = new Set(spans.filter((span) => !spans.some((other) => outdoes(other, span))).map(spanKey));
  return matches.filter((match) => kept.has(spanKey(match)));
}

function spanKey({ from, to, typos }: Match): string {
  return `${from} ${to} ${typos}`;
}

function outdoes(other: Match, span: Match): boolean {
  if (other.from > span.from || other.to < span.to) return false;
  const longer = other.to - other.from > span.to - span.from;
  return longer ? other.typos <= span.typos : other.typos < span.typos;
}

function byLikelihood(a: Match, b: Match): number {
  return (
    a.typos - b.typos ||
    b.to - b.from - (a.to - a.from) ||
    (b.source.synonym.confidence ?? 1) - (a.source.synonym.confidence ?? 1) ||
    a.from - b.from
  );
}
