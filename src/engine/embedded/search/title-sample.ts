import type { Bitmap } from '../segment/bitmap.ts';
import { FIELD } from '../segment/fields.ts';
import type { Segment } from '../segment/segment.ts';
import { liveDocumentsOf, type SegmentView } from './index-state.ts';
import { STAND_INS, standInLimit, standInsOf } from './stand-ins.ts';

/** Titles drawn for each that is needed, so that hardly any word needs a second draw. */
const MARGIN = 2;
const CHECKSUMS = 2 ** 32;

export interface Occurrence {
  segment: Segment;
  /** Terms of the title, and where the word is first. */
  words: Uint32Array;
  at: number;
  fields: number;
}

/** A segment that has the word. */
interface Source {
  segment: Segment;
  deleted: Bitmap | null;
  term: number;
}

interface Drawn {
  segment: Segment;
  term: number;
  document: number;
  checksum: number;
}

/**
 * Visits a sample of the titles that have a word; answers about how many there are, and how many were seen. The sample is drawn
 * by the documents' checksums (bottom-k sampling, Cohen and Kaplan 2007): whichever segments they lie in and in what order, it
 * is the same one, so a merge ranks nothing anew. Words that many titles of a large catalogue have are looked up in the
 * documents that stand for it, O(sample), others in their postings.
 */
export function eachTitle(
  views: readonly SegmentView[],
  word: string,
  sample: number,
  visit: (occurrence: Occurrence) => void,
  standIns = STAND_INS,
): { titles: number; seen: number } {
  const key = Buffer.from(word);
  const sources = views.flatMap(({ segment, deleted }) => {
    // Asked for once: what was learned of a word is kept.
    const term = segment.termOfKey(key);
    return term < 0 ? [] : [{ segment, deleted, term }];
  });
  const { titles, drawn } = drawStandIns(views, sources, sample, standIns) ?? drawPostings(sources, sample);
  drawn.sort((a, b) => a.checksum - b.checksum);
  let seen = 0;
  for (const { segment, term, document } of drawn.slice(0, sample)) {
    const { titleOffsets, titleTerms } = segment;
    const words = titleTerms.subarray(titleOffsets[document], titleOffsets[document + 1]);
    const at = words.indexOf(term);
    if (at < 0) continue;
    seen++;
    visit({ segment, words, at, fields: fieldsOf(segment, term, document) });
  }
  return { titles, seen };
}

interface Draw {
  titles: number;
  drawn: Drawn[];
}

/** Null when so few of the documents that stand for the catalogue have the word that others must be asked. */
function drawStandIns(
  views: readonly SegmentView[],
  sources: readonly Source[],
  enough: number,
  standIns: number,
): Draw | null {
  const documents = liveDocumentsOf(views);
  const postings = sources.reduce((sum, { segment, term }) => sum + segment.postingCount(term), 0);
  // Far too few, whatever the chance of their checksums.
  if (documents < 4 * standIns || 4 * postings * standIns < enough * documents) return null;
  const limit = standInLimit(documents, standIns);
  const drawn: Drawn[] = [];
  let found = 0;
  for (const { segment, deleted, term } of sources) {
    const mostOf = drawn.length + enough;
    for (const document of standInsOf(segment, limit).withTitleTerm(term)) {
      if (deleted?.has(document)) continue;
      found++;
      if (drawn.length < mostOf) drawn.push({ segment, term, document, checksum: segment.checksumOf(document) });
    }
  }
  return found < enough ? null : { titles: Math.round((found * CHECKSUMS) / limit), drawn };
}

/** The titles of the least checksums, perhaps with more. */
function drawPostings(sources: readonly Source[], sample: number): Draw {
  const titles = sources.reduce((sum, source) => sum + countTitles(source), 0);
  const drawn = titlesBelow(sources, (MARGIN * sample * CHECKSUMS) / titles);
  return { titles, drawn: drawn.length >= Math.min(sample, titles) ? drawn : titlesBelow(sources, CHECKSUMS) };
}

function countTitles({ segment, deleted, term }: Source): number {
  const { postingDocuments, postingFields, postingOffsets } = segment;
  const end = postingOffsets[term + 1]!;
  let titles = 0;
  for (let i = postingOffsets[term]!; i < end; i++) {
    if (postingFields[i]! & FIELD.title && !deleted?.has(postingDocuments[i]!)) titles++;
  }
  return titles;
}

function titlesBelow(sources: readonly Source[], limit: number): Drawn[] {
  const drawn: Drawn[] = [];
  for (const { segment, deleted, term } of sources) {
    const { postingDocuments, postingFields, postingOffsets } = segment;
    const end = postingOffsets[term + 1]!;
    for (let i = postingOffsets[term]!; i < end; i++) {
      if (!(postingFields[i]! & FIELD.title)) continue;
      const document = postingDocuments[i]!;
      const checksum = segment.checksumOf(document);
      if (checksum < limit && !deleted?.has(document)) drawn.push({ segment, term, document, checksum });
    }
  }
  return drawn;
}

/** Of a document that has the term. Postings are in the order of documents. */
function fieldsOf(
  { postingDocuments, postingFields, postingOffsets }: Segment,
  term: number,
  document: number,
): number {
  let low = postingOffsets[term]!;
  let high = postingOffsets[term + 1]! - 1;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (postingDocuments[middle]! < document) low = middle + 1;
    else high = middle;
  }
  return postingFields[low]!;
}
