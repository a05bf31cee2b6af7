/** Bytes that a generation keeps, for all indexes of the process, and the largest document that is kept. */
const MOST_BYTES = 8 * 2 ** 20;
const MAX_BYTES = 4_096;
/** Beside the document itself: the view of its bytes and its entry. */
const ENTRY_BYTES = 200;

let young = new Map<number, Uint8Array>();
let old = new Map<number, Uint8Array>();
let youngBytes = 0;

/**
 * Documents that were shown lately: the first pages of frequent queries come again and again, and a read with its checksum
 * costs some 5 µs, twenty times a page. By number of their store, so that nothing holds a segment that is gone. Two
 * generations: what is shown again moves to the young one, and when that is full the old one is forgotten.
 */
export function recentDocument(store: number, document: number): Uint8Array | null {
  const key = keyOf(store, document);
  const known = young.get(key);
  if (known) return known;
  const kept = old.get(key);
  if (!kept) return null;
  keepDocument(store, document, kept);
  return kept;
}

export function keepDocument(store: number, document: number, json: Uint8Array): void {
  if (json.length > MAX_BYTES) return;
  const bytes = json.length + ENTRY_BYTES;
  if (youngBytes + bytes > MOST_BYTES) {
    old = young;
    young = new Map();
    youngBytes = 0;
  }
  young.set(keyOf(store, document), json);
  youngBytes += bytes;
}

const keyOf = (store: number, document: number): number => store * 2 ** 32 + document;
