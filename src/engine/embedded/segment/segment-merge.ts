import type { Bitmap } from './bitmap.ts';
import type { Column } from './columns.ts';
import type { Segment } from './segment.ts';
import { SegmentWriter } from './segment-writer.ts';

export interface MergeSource {
  segment: Segment;
  deleted: Bitmap | null;
}

/**
 * One segment of the live documents of several. Works on terms and numbers, no text is analysed again: about four times
 * as fast as indexing. O(postings).
 */
export function mergeSegments(sources: readonly MergeSource[]): SharedArrayBuffer {
  const writer = new SegmentWriter();
  for (const source of sources) addSegment(writer, source);
  return writer.finish();
}

function addSegment(writer: SegmentWriter, { segment, deleted }: MergeSource): void {
  const forward = forwardLists(segment);
  const terms = new Int32Array(segment.terms.length).fill(-1);
  const termOf = (term: number): number =>
    terms[term]! < 0 ? (terms[term] = writer.intern(segment.terms.at(term))) : terms[term]!;
  const numbers = new Int32Array(segment.documents).fill(-1);
  for (let document = 0; document < segment.documents; document++) {
    if (deleted?.has(document)) continue;
    numbers[document] = writer.documents;
    const [titleAt, titleLength, descriptionAt, descriptionLength] = segment.placesOf(document);
    writer.startDocument(segment.idOf(document), segment.popularity[document]!, segment.jsonOf(document), {
      titleAt: titleAt!,
      titleLength: titleLength!,
      descriptionAt: descriptionAt!,
      descriptionLength: descriptionLength!,
    });
    for (let i = forward.offsets[document]!; i < forward.offsets[document + 1]!; i++) {
      writer.posting(termOf(forward.terms[i]!), forward.fields[i]!);
    }
    for (let i = segment.titleOffsets[document]!; i < segment.titleOffsets[document + 1]!; i++) {
      writer.title(termOf(segment.titleTerms[i]!));
    }
  }
  for (const column of segment.columns.numbers.all()) copyColumn(writer, column, numbers);
  for (const column of segment.columns.texts.all()) copyColumn(writer, column, numbers);
}

/** Postings turned round: terms of each document. */
function forwardLists(segment: Segment): { offsets: Uint32Array; terms: Uint32Array; fields: Uint8Array } {
  const { postingDocuments, postingOffsets, postingFields } = segment;
  const offsets = new Uint32Array(segment.documents + 1);
  for (const document of postingDocuments) offsets[document + 1]!++;
  for (let document = 0; document < segment.documents; document++) offsets[document + 1]! += offsets[document]!;
  const next = offsets.slice();
  const terms = new Uint32Array(postingDocuments.length);
  const fields = new Uint8Array(postingDocuments.length);
  for (let term = 0; term < segment.terms.length; term++) {
    for (let i = postingOffsets[term]!; i < postingOffsets[term + 1]!; i++) {
      const at = next[postingDocuments[i]!]!++;
      terms[at] = term;
      fields[at] = postingFields[i]!;
    }
  }
  return { offsets, terms, fields };
}

function copyColumn(writer: SegmentWriter, column: Column, numbers: Int32Array): void {
  const { columns } = writer;
  const copy = (document: number, code: number): void => {
    const number = numbers[document]!;
    if (number < 0 || code === 0) return;
    columns.startDocument(number);
    if (column.numbers) columns.number(column.field, column.numbers[code - 1]!);
    else columns.text(column.field, keys![code]!);
  };
  const keys = column.keys ? ['', ...Array.from({ length: column.size }, (_, i) => column.keys!.at(i))] : null;
  if (column.documents) {
    column.documents.forEach((document, i) => copy(document, column.values[i]!));
  } else if (column.offsets) {
    for (let document = 0; document < numbers.length; document++) {
      for (let i = column.offsets[document]!; i < column.offsets[document + 1]!; i++) copy(document, column.values[i]!);
    }
  } else {
    column.values.forEach((code, document) => copy(document, code));
  }
}
