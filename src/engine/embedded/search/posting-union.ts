import type { Segment } from '../segment/segment.ts';
import { Places, noBits } from './places.ts';
import type { CostClass, Postings } from './postings.ts';
import { scratch } from './scratch.ts';
import type { Variant } from './term-lookup.ts';

/** From this share of the documents on their places take less than a list. */
const DENSE = 1 / 16;

/**
 * Postings of several terms as one. A bit a document says which there are, so that only those are gone over in order:
 * O(postings + documents / 32). Nothing of the working memory but the tables is used: a union may be made in the middle of
 * other work.
 */
export function unite(segment: Segment, variants: readonly Variant[], key: string): Postings {
  scratch.reserve(segment.documents);
  const alike = [...Map.groupBy(variants, ({ cost }) => cost)];
  const noted = noBits(segment.documents);
  const tables = alike.map(([, ofCost], at) => noteFields(segment, ofCost, scratch.tableOf(at), noted));
  const places = new Places(noted);
  const { count } = places;
  const documents = places.documents();
  const classes = alike.map(([cost], at): CostClass => ({ cost, bits: takeFields(tables[at]!, documents) }));
  if (count < segment.documents * DENSE) return { count, documents, places: null, classes, key };
  return { count, documents: null, places, classes, key };
}

/** Adds the fields that each document has one of the terms in to a table by document; the documents are noted. */
function noteFields(
  { postingOffsets, postingDocuments, postingFields }: Segment,
  variants: readonly Variant[],
  table: Uint8Array,
  noted: Int32Array,
): Uint8Array {
  for (const { from, to } of variants) {
    const end = postingOffsets[to]!;
    for (let i = postingOffsets[from]!; i < end; i++) {
      const document = postingDocuments[i]!;
      table[document]! |= postingFields[i]!;
      noted[document >>> 5]! |= 1 << (document & 31);
    }
  }
  return table;
}

/** The fields of some documents, by place among them; the table is cleared. */
function takeFields(table: Uint8Array, documents: Uint32Array): Uint8Array {
  const fields = new Uint8Array(documents.length);
  for (let i = 0; i < documents.length; i++) {
    const document = documents[i]!;
    fields[i] = table[document]!;
    table[document] = 0;
  }
  return fields;
}
