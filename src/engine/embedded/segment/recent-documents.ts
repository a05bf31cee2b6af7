/** Documents kept, and the largest of them: 16 MiB at most, for all indexes of the process. */
const SLOTS = 4_096;
const MAX_BYTES = 4_096;

interface Kept {
  store: number;
  document: number;
  json: Uint8Array;
}

const slots = Array.from<Kept | undefined>({ length: SLOTS });

/**
 * Documents that were shown lately: the first pages of frequent queries come again and again, and a read with its checksum
 * costs some 3 µs, twenty times a page. By number of their store, so that nothing holds a segment that is gone.
 */
export function recentDocument(store: number, document: number): Uint8Array | null {
  const kept = slots[slotOf(store, document)];
  return kept?.store === store && kept.document === document ? kept.json : null;
}

export function keepDocument(store: number, document: number, json: Uint8Array): void {
  if (json.length <= MAX_BYTES) slots[slotOf(store, document)] = { store, document, json };
}

function slotOf(store: number, document: number): number {
  return (Math.imul(store, 0x9e3779b1) + document) & (SLOTS - 1);
}
