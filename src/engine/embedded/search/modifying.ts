import { Bitmap } from '../segment/bitmap.ts';
import type { Segment } from '../segment/segment.ts';
import { keep, keptValue } from './kept.ts';
import { REACH, endsName, remembered } from './modifiers.ts';
import type { Steps } from './turns.ts';

/** A word of fewer documents is looked up in each title that is asked for. */
const MIN_DOCUMENTS = 1_024;
/** Once this share of a word's documents was asked for, all are looked at and remembered: a few times as much work, once. */
const SHARE = 1 / 4;
/** Titles looked at in a step. */
const STEP = 8_192;

/** What a term behind the word says: the thing it is made for, the end of its name, or neither. */
type Role = 'head' | 'end' | 'other';
type RoleOf = (term: number) => Role;

interface Known {
  /** What heads are, which is learned again now and then. */
  heads: ReadonlySet<string>;
  /** Documents asked for so far. */
  asked: number;
  all: Bitmap | null;
}

/**
 * Which titles have a word only before a head (see `TitleUse`): they speak of something made for the thing asked for. O(title)
 * a document, for a word that many have O(1) once it was asked for often.
 */
export class Modifying {
  readonly #segment: Segment;
  readonly #term: number;
  readonly #roleOf: RoleOf;
  readonly #key: string;
  readonly #known: Known;

  constructor(segment: Segment, term: number, heads: ReadonlySet<string>) {
    this.#segment = segment;
    this.#term = term;
    this.#roleOf = rolesOf(segment, heads);
    this.#key = `modifies ${term}`;
    const known = keptValue<Known>(segment, this.#key);
    this.#known = known?.heads === heads ? known : { heads, asked: 0, all: null };
  }

  /** All documents that it is true of, once they are known. */
  get all(): Bitmap | null {
    return this.#known.all;
  }

  has(document: number): boolean {
    return this.all ? this.all.has(document) : this.#look(document);
  }

  /** Before so many documents are asked for. */
  *prepare(count: number): Steps<void> {
    const known = this.#known;
    const postings = this.#segment.postingCount(this.#term);
    if (known.all || postings < MIN_DOCUMENTS) return;
    known.asked += count;
    const all = known.asked < postings * SHARE ? null : yield* this.#lookAtAll();
    known.all = all;
    keep(this.#segment, this.#key, known, all?.words.byteLength ?? 0);
  }

  *#lookAtAll(): Steps<Bitmap> {
    const { documents, postingDocuments, postingOffsets } = this.#segment;
    const all = Bitmap.empty(documents);
    const end = postingOffsets[this.#term + 1]!;
    for (let from = postingOffsets[this.#term]!; from < end; from += STEP) {
      for (let at = from; at < Math.min(end, from + STEP); at++) {
        const document = postingDocuments[at]!;
        if (this.#look(document)) all.add(document);
      }
      yield;
    }
    return all;
  }

  #look(document: number): boolean {
    const { titleOffsets, titleTerms } = this.#segment;
    const end = titleOffsets[document + 1]!;
    let modifies = false;
    for (let at = titleOffsets[document]!; at < end; at++) {
      if (titleTerms[at] !== this.#term) continue;
      if (!this.#headFollows(at, end)) return false;
      modifies = true;
    }
    return modifies;
  }

  #headFollows(at: number, end: number): boolean {
    const { titleTerms } = this.#segment;
    for (let next = at + 1; next < end && next <= at + REACH; next++) {
      const role = this.#roleOf(titleTerms[next]!);
      if (role !== 'other') return role === 'head';
    }
    return false;
  }
}

const roles = new WeakMap<ReadonlySet<string>, WeakMap<Segment, RoleOf>>();

function rolesOf(segment: Segment, heads: ReadonlySet<string>): RoleOf {
  let bySegment = roles.get(heads);
  if (!bySegment) roles.set(heads, (bySegment = new WeakMap()));
  let roleOf = bySegment.get(segment);
  if (!roleOf) bySegment.set(segment, (roleOf = remembered((term) => learnRole(segment.terms.at(term), heads))));
  return roleOf;
}

function learnRole(word: string, heads: ReadonlySet<string>): Role {
  return heads.has(word) ? 'head' : endsName(word) ? 'end' : 'other';
}
