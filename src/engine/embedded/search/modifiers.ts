import { GenerationCache, isCode } from '../../../text/index.ts';
import { FIELD } from '../segment/fields.ts';
import type { Segment } from '../segment/segment.ts';

/** Titles looked at for one word: enough to see what usually follows it, at most some 0.2 ms, once a word and segment. */
const SAMPLE = 2_000;
/** Fewer titles prove nothing about a word. */
const MIN_EVIDENCE = 5;
/** From this share on a following word is taken to be what the title is about: "mouse pad", "laptop lock". */
const COMPOUND_SHARE = 0.06;

const caches = new WeakMap<Segment, GenerationCache<ReadonlySet<number>>>();

/**
 * Terms before which a word only modifies, learned from the titles themselves: of the titles with "pad", many say "mouse
 * pad", so in "mouse pad" the thing is a pad; but of those with "black" few say "mouse black". The head of an English,
 * German or Scandinavian compound stands last; in languages where it stands first nothing follows often enough.
 */
export function compoundHeads(segment: Segment, term: number): ReadonlySet<number> {
  let cache = caches.get(segment);
  if (!cache) caches.set(segment, (cache = new GenerationCache(500)));
  const key = String(term);
  let heads = cache.get(key);
  if (!heads) cache.set(key, (heads = learnHeads(segment, term)));
  return heads;
}

function learnHeads(segment: Segment, term: number): Set<number> {
  const { postingDocuments, postingFields, postingOffsets, titleOffsets, titleTerms } = segment;
  const followers = new Map<number, number>();
  const end = postingOffsets[term + 1]!;
  const start = postingOffsets[term]!;
  const step = Math.max(1, Math.floor((end - start) / SAMPLE));
  for (let i = start; i < end; i += step) {
    if (!(postingFields[i]! & FIELD.title)) continue;
    const document = postingDocuments[i]!;
    for (let at = titleOffsets[document]!; at < titleOffsets[document + 1]! - 1; at++) {
      if (titleTerms[at] !== term) continue;
      const next = titleTerms[at + 1]!;
      followers.set(next, (followers.get(next) ?? 0) + step);
      break;
    }
  }
  const heads = new Set<number>();
  for (const [next, count] of followers) {
    if (
      count >= MIN_EVIDENCE &&
      count >= COMPOUND_SHARE * titlesWith(segment, next) &&
      !isCode(segment.terms.at(next))
    ) {
      heads.add(next);
    }
  }
  return heads;
}

/** Documents with the term in their title, estimated from a sample of its postings. */
function titlesWith(segment: Segment, term: number): number {
  const start = segment.postingOffsets[term]!;
  const end = segment.postingOffsets[term + 1]!;
  const step = Math.max(1, Math.floor((end - start) / SAMPLE));
  let titles = 0;
  for (let i = start; i < end; i += step) if (segment.postingFields[i]! & FIELD.title) titles += step;
  return titles;
}

/** True when the title has the word only before such a head: it speaks of something made for the thing asked for. */
export function onlyModifies(segment: Segment, document: number, term: number, heads: ReadonlySet<number>): boolean {
  if (heads.size === 0) return false;
  const { titleOffsets, titleTerms } = segment;
  const end = titleOffsets[document + 1]!;
  let modifies = false;
  for (let at = titleOffsets[document]!; at < end; at++) {
    if (titleTerms[at] !== term) continue;
    if (at + 1 >= end || !heads.has(titleTerms[at + 1]!)) return false;
    modifies = true;
  }
  return modifies;
}
