/** Bytes of a string that are sorted by first, in 64 bits with its number. */
const LEAD_BYTES = 5;
const NUMBER_BITS = 24;
const NUMBERS = 2 ** NUMBER_BITS - 1;

/**
 * Numbers of the strings in their order in UTF-8. First bytes and number are sorted natively, as one number, which takes
 * a fraction of the time of comparing strings; only those that begin alike are compared.
 */
export function utf8Order(strings: readonly string[]): Uint32Array {
  const order = new Uint32Array(strings.length);
  const compare = (a: number, b: number): number => compareUtf8(strings[a]!, strings[b]!);
  if (strings.length > NUMBERS) return order.map((_, index) => index).sort(compare);
  const keys = new BigUint64Array(strings.length);
  // Little-endian, as the segment is.
  const halves = new Uint32Array(keys.buffer);
  for (let index = 0; index < strings.length; index++) {
    const lead = leadOf(strings[index]!);
    halves[2 * index] = ((lead % 256) << NUMBER_BITS) | index;
    halves[2 * index + 1] = lead / 256;
  }
  keys.sort();
  for (let place = 0; place < order.length; place++) order[place] = halves[2 * place]! & NUMBERS;
  for (let from = 0; from < order.length;) {
    let to = from + 1;
    while (to < order.length && beginAlike(halves, from, to)) to++;
    sortFew(order, from, to, compare);
    from = to;
  }
  return order;
}

function beginAlike(halves: Uint32Array, a: number, b: number): boolean {
  return halves[2 * a + 1] === halves[2 * b + 1] && (halves[2 * a]! ^ halves[2 * b]!) >>> NUMBER_BITS === 0;
}

/** Up to here an insertion sort is faster than the call of the general one. */
const FEW = 12;

function sortFew(order: Uint32Array, from: number, to: number, compare: (a: number, b: number) => number): void {
  if (to - from > FEW) {
    order.subarray(from, to).sort(compare);
    return;
  }
  for (let i = from + 1; i < to; i++) {
    const one = order[i]!;
    let at = i;
    while (at > from && compare(order[at - 1]!, one) > 0) order[at] = order[--at]!;
    order[at] = one;
  }
}

/** The first five bytes in UTF-8 as a number. */
function leadOf(text: string): number {
  let lead = 0;
  for (let i = 0; i < LEAD_BYTES; i++) {
    const unit = i < text.length ? text.charCodeAt(i) : 0;
    if (unit > 127) return encodedLead(text);
    lead = lead * 256 + unit;
  }
  return lead;
}

function encodedLead(text: string): number {
  const bytes = Buffer.from(text.slice(0, LEAD_BYTES + 1));
  let lead = 0;
  for (let i = 0; i < LEAD_BYTES; i++) lead = lead * 256 + (bytes[i] ?? 0);
  return lead;
}

/** Order in UTF-8. That of UTF-16 units differs from it only where a surrogate does. */
function compareUtf8(a: string, b: string): number {
  const shared = Math.min(a.length, b.length);
  for (let i = 0; i < shared; i++) {
    const left = a.charCodeAt(i);
    const right = b.charCodeAt(i);
    if (left === right) continue;
    return isSurrogate(left) || isSurrogate(right) ? Buffer.compare(Buffer.from(a), Buffer.from(b)) : left - right;
  }
  return a.length - b.length;
}

function isSurrogate(unit: number): boolean {
  return unit >= 0xd800 && unit <= 0xdfff;
}
