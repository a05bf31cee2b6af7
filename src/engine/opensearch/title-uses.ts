import { GenerationCache } from '../../kernel/generation-cache.ts';
import { Company, addCompany } from '../embedded/search/company.ts';
import {
  NO_USE,
  SAMPLE,
  addNeighbours,
  chooseHeads,
  endsInHead,
  noNeighbours,
  possibleHeads,
  type TitleUse,
  type Use,
} from '../embedded/search/modifiers.ts';
import type { TextQuery } from '../port/index.ts';
import type { Catalogue } from './catalogue.ts';
import type { Json } from './cluster.ts';

const CACHED_WORDS = 2_000;
/** Milliseconds. Titles change slowly; in a catalogue that is being filled they change with every version. */
const FRESH = 5 * 60_000;

interface Learned {
  at: number;
  version: number;
  use: Promise<TitleUse>;
}

/** How titles use words, learned from one catalogue and remembered for a while. */
export class TitleUses {
  readonly #learned = new GenerationCache<Learned>(CACHED_WORDS);
  readonly #versionOf: () => number;
  readonly #now: () => number;

  constructor(versionOf: () => number, now: () => number = () => performance.now()) {
    this.#versionOf = versionOf;
    this.#now = now;
  }

  of(catalogue: Catalogue, { words, locale }: TextQuery): Promise<TitleUse> {
    const word = words.at(-1)!;
    if (!endsInHead(locale)) return Promise.resolve(NO_USE);
    const known = this.#learned.get(word);
    const version = this.#versionOf();
    // Some hundred versions later another catalogue may stand there.
    if (known && this.#now() - known.at < FRESH && version - known.version < 100) return known.use;
    const use = learn(catalogue, word);
    this.#learned.set(word, { at: this.#now(), version, use });
    use.catch(() => this.#learned.set(word, { at: -Infinity, version, use }));
    return use;
  }
}

async function learn(catalogue: Catalogue, word: string): Promise<TitleUse> {
  const sample = await catalogue.search({
    size: SAMPLE,
    _source: ['line'],
    query: { constant_score: { filter: { term: { title: word } } } },
    sort: [{ popularity: 'desc' }, { id: 'asc' }],
  });
  const neighbours = noNeighbours();
  const counts = new Map<string, number>();
  let seen = 0;
  for (const { _source } of sample.hits.hits as { _source: { line: string } }[]) {
    const words = _source.line.split(' ');
    const at = words.indexOf(word);
    if (at < 0) continue;
    seen++;
    addNeighbours(neighbours, words, at);
    addCompany(counts, words);
  }
  const possible = possibleHeads(neighbours).map(([next]) => next);
  const company = Company.of(word, counts, seen);
  if (possible.length === 0) return { heads: NO_USE.heads, company };
  const { uses, documents } = await usesOf(catalogue, possible);
  return { heads: chooseHeads(neighbours, seen, documents, (next) => uses.get(next)!), company };
}

async function usesOf(
  catalogue: Catalogue,
  words: readonly string[],
): Promise<{ uses: Map<string, Use>; documents: number }> {
  const inTitle = (word: string, field: string): Json => ({
    bool: { filter: [{ term: { title: word } }, { term: { [field]: word } }] },
  });
  const filters = words.flatMap((word) => [
    { term: { title: word } },
    inTitle(word, 'closes'),
    inTitle(word, 'attributes'),
  ]);
  const { aggs, documents } = await catalogue.ask({ uses: { filters: { filters } } });
  const counts = (aggs.uses.buckets as { doc_count: number }[]).map(({ doc_count }) => doc_count);
  const uses = new Map<string, Use>();
  words.forEach((word, at) => {
    const [titles, closing, value] = counts.slice(at * 3, at * 3 + 3) as [number, number, number];
    const shown = Math.max(1, titles);
    uses.set(word, { titles, closing: closing / shown, value: value / shown });
  });
  return { uses, documents };
}
