import { stem } from '../../text/index.ts';
import type { Match } from './rule.ts';

/** What a rule sees of a search. */
export interface QueryReading {
  words: readonly string[];
  /** The typed query had more words than these. */
  truncated: boolean;
  /** Synonyms of runs of words, `words[from..to)` = `replacement`; none that rest on a typo. */
  alternatives: readonly { from: number; to: number; replacement: readonly string[] }[];
}

/** Words that may have been typed apart: `t shirt` for `tshirt`. */
const MAX_SPLIT = 3;
const NUMBER = /^[\p{Nd}.]+$/u;

interface Edge {
  stem: string;
  to: number;
}

/**
 * All readings of a query at once: nodes stand between words, each synonym is a detour of its own nodes, and neighbouring
 * words are also one. A pattern
 * matches when a path spells its stems, so plurals and synonyms in any combination cost no enumeration.
 */
export class QueryGraph {
  readonly #edges: Edge[][];
  readonly #last: number;
  readonly #truncated: boolean;
  readonly stems: ReadonlySet<string>;

  constructor({ words, truncated, alternatives }: QueryReading, locale: string) {
    this.#last = words.length;
    this.#truncated = truncated;
    this.#edges = Array.from({ length: words.length + 1 }, () => []);
    words.forEach((word, at) => {
      this.#edges[at]!.push({ stem: stem(word, locale), to: at + 1 });
      for (let to = at + 2; to <= Math.min(words.length, at + MAX_SPLIT); to++) {
        const whole = words.slice(at, to).join('');
        // `3 4` is not `34`.
        if (!NUMBER.test(whole)) this.#edges[at]!.push({ stem: stem(whole, locale), to });
      }
    });
    for (const { from, to, replacement } of alternatives) {
      let node = from;
      replacement.forEach((word, index) => {
        const last = index === replacement.length - 1;
        const next = last ? to : this.#edges.push([]) - 1;
        this.#edges[node]!.push({ stem: stem(word, locale), to: next });
        node = next;
      });
    }
    this.stems = new Set(this.#edges.flat().map((edge) => edge.stem));
  }

  /** `pattern`: stems in the query's language. */
  matches(match: Match, pattern: readonly string[]): boolean {
    const atEnd = match === 'is' || match === 'ends';
    // The words that were cut off stand between these and the end of what was typed.
    if (pattern.length === 0 || (atEnd && this.#truncated)) return false;
    const fromStart = match === 'is' || match === 'starts';
    let nodes = new Set<number>(fromStart ? [0] : this.#edges.keys());
    for (const wanted of pattern) {
      const next = new Set<number>();
      for (const node of nodes) for (const edge of this.#edges[node]!) if (edge.stem === wanted) next.add(edge.to);
      if (next.size === 0) return false;
      nodes = next;
    }
    return !atEnd || nodes.has(this.#last);
  }
}
