import { TAG_SHIFT, TERM_MASK, deletions } from './deletion-hash-writer.ts';
import type { SectionReader } from './format.ts';
import type { TypoTable } from './typo-table.ts';
import { looseHash } from './typo-words.ts';

/** The typo table of a large dictionary: O(1) look-ups a query word. */
export class DeletionHash implements TypoTable {
  readonly #offsets: Uint32Array;
  readonly #terms: Uint32Array;
  readonly #mask: number;

  constructor(sections: SectionReader<unknown>) {
    this.#offsets = sections.array<Uint32Array>('typos.offsets');
    this.#terms = sections.array<Uint32Array>('typos.terms');
    this.#mask = this.#offsets.length - 2;
  }

  near(word: string, edits: 1 | 2): Set<number> {
    const found = new Set<number>();
    deletions(word, edits, (hash) => this.#collect(hash, found));
    return found;
  }

  withLooseForm(loose: string): Set<number> {
    const found = new Set<number>();
    this.#collect(looseHash(loose), found);
    return found;
  }

  #collect(hash: number, found: Set<number>): void {
    const bucket = hash & this.#mask;
    const end = this.#offsets[bucket + 1]!;
    const tag = hash >>> TAG_SHIFT;
    for (let i = this.#offsets[bucket]!; i < end; i++) {
      const entry = this.#terms[i]!;
      if (entry >>> TAG_SHIFT === tag) found.add(entry & TERM_MASK);
    }
  }
}
