import { FIELD, WHOLE_VALUE } from './fields.ts';
import type { SectionWriter } from './format.ts';
import { leastHead, type MergeOrder, type MergeSource } from './merge-order.ts';
import { StringTableBuilder } from './string-table-builder.ts';
import { writeTypoTable } from './typo-table.ts';

/**
 * Dictionary, postings, titles and typo table of several segments as one. Dictionaries are sorted and a document's new
 * number rises with its old one, so each list is a merge of lists: no term is looked up, nothing is sorted.
 * O(terms × sources + postings).
 */
export class PostingsMerge {
  readonly #sources: readonly MergeSource[];
  readonly #order: MergeOrder;
  readonly #terms: StringTableBuilder;
  /** By source: number of each of its terms in the merged dictionary. */
  readonly #numbers: Uint32Array[];
  readonly #offsets: Uint32Array;
  readonly #documents: Uint32Array;
  readonly #fields: Uint8Array;
  /** Fields that each term occurs in. */
  readonly #unions: Uint8Array;
  #postings = 0;

  constructor(sources: readonly MergeSource[], order: MergeOrder) {
    const terms = sources.reduce((sum, { segment }) => sum + segment.terms.length, 0);
    const postings = sources.reduce((sum, { segment }) => sum + segment.postingDocuments.length, 0);
    this.#sources = sources;
    this.#order = order;
    this.#terms = new StringTableBuilder(terms);
    this.#numbers = sources.map(({ segment }) => new Uint32Array(segment.terms.length));
    this.#offsets = new Uint32Array(terms + 1);
    this.#documents = new Uint32Array(postings);
    this.#fields = new Uint8Array(postings);
    this.#unions = new Uint8Array(terms);
  }

  write(sections: SectionWriter): void {
    this.#mergeTerms();
    const terms = this.#terms.length;
    this.#terms.finish(sections, 'terms');
    sections.add('postings.offsets', this.#offsets.subarray(0, terms + 1));
    sections.add('postings.documents', this.#documents.subarray(0, this.#postings));
    sections.add('postings.fields', this.#fields.subarray(0, this.#postings));
    this.#writeTitles(sections);
    const strings = Array.from({ length: terms }, (_, term) => this.#terms.at(term));
    writeTypoTable(
      sections,
      strings,
      (term) => (this.#unions[term]! & ~FIELD.code) !== 0 && !strings[term]!.startsWith(WHOLE_VALUE),
    );
  }

  #mergeTerms(): void {
    const sources = this.#sources;
    const heads = new Uint32Array(sources.length);
    const isOpen = (source: number): boolean => heads[source]! < sources[source]!.segment.terms.length;
    const compare = (a: number, b: number): number =>
      sources[a]!.segment.terms.compareTo(heads[a]!, sources[b]!.segment.terms, heads[b]!);
    const before = (a: number, b: number): boolean => compare(a, b) < 0;
    const sharing: number[] = [];
    for (;;) {
      const least = leastHead(sources.length, isOpen, before);
      if (least < 0) return;
      sharing.length = 0;
      for (let source = least; source < sources.length; source++) {
        if (source === least || (isOpen(source) && compare(source, least) === 0)) sharing.push(source);
      }
      const from = this.#postings;
      if (sharing.length === 1) this.#copyPostings(least, heads[least]!);
      else this.#mergePostings(sharing, heads);
      // A term that only deleted documents had is gone.
      if (this.#postings > from) this.#addTerm(sharing, heads, least, from);
      for (const source of sharing) heads[source]!++;
    }
  }

  #addTerm(sharing: readonly number[], heads: Uint32Array, least: number, from: number): void {
    const term = this.#terms.length;
    for (const source of sharing) this.#numbers[source]![heads[source]!] = term;
    this.#terms.append(this.#sources[least]!.segment.terms, heads[least]!);
    let union = 0;
    for (let i = from; i < this.#postings; i++) union |= this.#fields[i]!;
    this.#unions[term] = union;
    this.#offsets[term + 1] = this.#postings;
  }

  #copyPostings(source: number, term: number): void {
    const { postingOffsets, postingDocuments, postingFields } = this.#sources[source]!.segment;
    const numbers = this.#order.numbers[source]!;
    const end = postingOffsets[term + 1]!;
    for (let i = postingOffsets[term]!; i < end; i++) {
      const document = numbers[postingDocuments[i]!]!;
      if (document < 0) continue;
      this.#documents[this.#postings] = document;
      this.#fields[this.#postings++] = postingFields[i]!;
    }
  }

  #mergePostings(sharing: readonly number[], heads: Uint32Array): void {
    const lists = sharing.map((source) => {
      const { segment } = this.#sources[source]!;
      const term = heads[source]!;
      return {
        documents: segment.postingDocuments,
        fields: segment.postingFields,
        numbers: this.#order.numbers[source]!,
        at: segment.postingOffsets[term]! - 1,
        end: segment.postingOffsets[term + 1]!,
        document: 0,
      };
    });
    for (const list of lists) advance(list);
    for (;;) {
      let least: PostingList | null = null;
      for (const list of lists) if (list.at < list.end && (!least || list.document < least.document)) least = list;
      if (!least) return;
      this.#documents[this.#postings] = least.document;
      this.#fields[this.#postings++] = least.fields[least.at]!;
      advance(least);
    }
  }

  #writeTitles(sections: SectionWriter): void {
    const { length, sources, documents } = this.#order;
    const offsets = new Uint32Array(length + 1);
    const all = this.#sources.reduce((sum, { segment }) => sum + segment.titleTerms.length, 0);
    const terms = new Uint32Array(all);
    let at = 0;
    for (let document = 0; document < length; document++) {
      const source = sources[document]!;
      const { titleOffsets, titleTerms } = this.#sources[source]!.segment;
      const numbers = this.#numbers[source]!;
      const end = titleOffsets[documents[document]! + 1]!;
      for (let i = titleOffsets[documents[document]!]!; i < end; i++) terms[at++] = numbers[titleTerms[i]!]!;
      offsets[document + 1] = at;
    }
    sections.add('titles.offsets', offsets);
    sections.add('titles.terms', terms.subarray(0, at));
  }
}

interface PostingList {
  documents: Uint32Array;
  fields: Uint8Array;
  numbers: Int32Array;
  at: number;
  end: number;
  /** New number of the document at `at`. */
  document: number;
}

/** To the next document that is not deleted. */
function advance(list: PostingList): void {
  for (list.at++; list.at < list.end; list.at++) {
    list.document = list.numbers[list.documents[list.at]!]!;
    if (list.document >= 0) return;
  }
}
