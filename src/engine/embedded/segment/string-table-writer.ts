import type { SectionWriter } from './format.ts';

const encoder = new TextEncoder();
const SURROGATE = /[\ud800-\udfff]/;

/**
 * Order of the strings in UTF-8. The engine's own string order is that of UTF-16 units, which differs only where
 * characters outside the basic plane occur.
 */
export function utf8Order(strings: readonly string[]): Uint32Array {
  const order = Array.from(strings, (_, index) => index);
  if (strings.some((text) => SURROGATE.test(text))) {
    const encoded = strings.map((text) => Buffer.from(text));
    order.sort((a, b) => Buffer.compare(encoded[a]!, encoded[b]!));
  } else {
    order.sort((a, b) => (strings[a]! < strings[b]! ? -1 : strings[a]! > strings[b]! ? 1 : 0));
  }
  return Uint32Array.from(order);
}

/** Writes strings one after another in UTF-8 with their offsets: `name.bytes`, `name.offsets`. */
export function writeStrings(sections: SectionWriter, name: string, strings: Iterable<string>, count: number): void {
  const offsets = new Uint32Array(count + 1);
  let bytes = new Uint8Array(Math.max(64, count * 12));
  let at = 0;
  let index = 0;
  for (const text of strings) {
    if (at + text.length * 3 > bytes.length) {
      const larger = new Uint8Array((bytes.length + text.length * 3) * 2);
      larger.set(bytes);
      bytes = larger;
    }
    at += encoder.encodeInto(text, bytes.subarray(at)).written;
    offsets[++index] = at;
  }
  sections.add(`${name}.bytes`, bytes.slice(0, at));
  sections.add(`${name}.offsets`, offsets);
}
