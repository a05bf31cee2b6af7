import type { SectionWriter } from './format.ts';

const encoder = new TextEncoder();

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
    at += encode(text, bytes, at);
    offsets[++index] = at;
  }
  sections.add(`${name}.bytes`, bytes.slice(0, at));
  sections.add(`${name}.offsets`, offsets);
}

/** Words are short, and mostly ASCII: writing their letters is faster than the call of the encoder. */
function encode(text: string, bytes: Uint8Array, at: number): number {
  for (let i = 0; i < text.length; i++) {
    const unit = text.charCodeAt(i);
    if (unit > 127) return encoder.encodeInto(text, bytes.subarray(at)).written;
    bytes[at + i] = unit;
  }
  return text.length;
}
