import { crc32 } from 'node:zlib';
import { EngineError } from '../../port/index.ts';

/**
 * A segment is one flat buffer: the same bytes in memory, on disk and across threads.
 *
 *     0   magic "MBSG"          4   format version
 *     8   CRC-32 of all that follows byte 12
 *     12  length of the header  16  header: JSON, then the sections it names, each aligned to 8 bytes
 *
 * Little-endian, as every platform that Node runs on. A change of layout, or of the words that a document gives, raises
 * `FORMAT_VERSION`; older files are not read but rebuilt from the catalogue.
 */
export const FORMAT_VERSION = 5;
const MAGIC = 0x4753_424d;
const PREAMBLE = 16;
const ALIGNMENT = 8;

const TYPES = { Uint8Array, Uint16Array, Uint32Array, Float64Array };
export type SectionType = keyof typeof TYPES;
export type SectionArray = Uint8Array | Uint16Array | Uint32Array | Float64Array;

interface SectionPlace {
  type: SectionType;
  offset: number;
  length: number;
}

export interface Header<Meta> {
  meta: Meta;
  sections: { [name: string]: SectionPlace };
}

/** Collects arrays by name and lays them out in one shared buffer. */
export class SectionWriter {
  readonly #arrays = new Map<string, SectionArray>();

  add(name: string, array: SectionArray): void {
    this.#arrays.set(name, array);
  }

  finish(meta: object): SharedArrayBuffer {
    const sections: Header<object>['sections'] = {};
    let size = 0;
    for (const [name, array] of this.#arrays) {
      size = align(size);
      sections[name] = { type: array.constructor.name as SectionType, offset: size, length: array.length };
      size += array.byteLength;
    }
    const header = Buffer.from(JSON.stringify({ meta, sections }));
    const base = align(PREAMBLE + header.length);
    const buffer = new SharedArrayBuffer(base + size);
    const bytes = new Uint8Array(buffer);
    bytes.set(header, PREAMBLE);
    for (const [name, array] of this.#arrays) {
      const source = new Uint8Array(array.buffer, array.byteOffset, array.byteLength);
      bytes.set(source, base + sections[name]!.offset);
    }
    const view = new DataView(buffer);
    view.setUint32(0, MAGIC, true);
    view.setUint32(4, FORMAT_VERSION, true);
    view.setUint32(12, header.length, true);
    view.setUint32(8, crc32(bytes.subarray(12)), true);
    return buffer;
  }
}

/** Names the arrays of a buffer without copying them. */
export class SectionReader<Meta> {
  readonly buffer: SharedArrayBuffer;
  readonly meta: Meta;
  readonly #sections: Header<Meta>['sections'];
  readonly #base: number;

  constructor(buffer: SharedArrayBuffer) {
    const view = new DataView(buffer);
    if (buffer.byteLength < PREAMBLE || view.getUint32(0, true) !== MAGIC) throw new EngineError('not a segment');
    if (view.getUint32(4, true) !== FORMAT_VERSION) throw new EngineError('a segment of another format version');
    const length = view.getUint32(12, true);
    const text = Buffer.from(new Uint8Array(buffer, PREAMBLE, length)).toString('utf8');
    const header = JSON.parse(text) as Header<Meta>;
    this.buffer = buffer;
    this.meta = header.meta;
    this.#sections = header.sections;
    this.#base = align(PREAMBLE + length);
  }

  has(name: string): boolean {
    return name in this.#sections;
  }

  array<T extends SectionArray>(name: string): T {
    const place = this.#sections[name];
    if (!place) throw new EngineError(`the segment has no section ${name}`);
    return new TYPES[place.type](
      this.buffer as unknown as ArrayBuffer,
      this.#base + place.offset,
      place.length,
    ) as unknown as T;
  }
}

/** The checksum that a segment carries in itself. */
export function storedChecksum(buffer: SharedArrayBuffer): number {
  return new DataView(buffer).getUint32(8, true);
}

/** First byte that the checksum covers. */
export const CHECKSUM_START = 12;

function align(offset: number): number {
  return Math.ceil(offset / ALIGNMENT) * ALIGNMENT;
}
