import type { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createBrotliDecompress, createGunzip } from 'node:zlib';
import { OutboundError } from './outbound-error.ts';

/** The whole body, decoded; neither what travels nor what it unfolds to may pass the limit. */
export async function readBody(body: Readable, encoding: string, maxBytes: number): Promise<Buffer> {
  const decoder = decoderOf(encoding);
  const chunks: Buffer[] = [];
  const collect = collector(chunks, maxBytes);
  try {
    if (decoder) await pipeline(body, limited(maxBytes), decoder, collect);
    else await pipeline(body, collect);
  } catch (error) {
    body.destroy();
    throw explain(error);
  }
  return Buffer.concat(chunks);
}

function decoderOf(encoding: string) {
  const name = encoding.trim().toLowerCase();
  if (name === '' || name === 'identity') return null;
  if (name === 'gzip' || name === 'x-gzip') return createGunzip();
  if (name === 'br') return createBrotliDecompress();
  throw new OutboundError('bad_encoding', 'The answer is compressed in a way that was not asked for.');
}

function limited(maxBytes: number) {
  return async function* (source: AsyncIterable<Buffer>) {
    let bytes = 0;
    for await (const chunk of source) {
      bytes += chunk.length;
      if (bytes > maxBytes) throw tooLarge(maxBytes);
      yield chunk;
    }
  };
}

function collector(chunks: Buffer[], maxBytes: number) {
  return async (source: AsyncIterable<Buffer>): Promise<void> => {
    let bytes = 0;
    for await (const chunk of source) {
      bytes += chunk.length;
      if (bytes > maxBytes) throw tooLarge(maxBytes);
      chunks.push(chunk);
    }
  };
}

function tooLarge(maxBytes: number): OutboundError {
  return new OutboundError('too_large', `The answer is larger than ${Math.floor(maxBytes / 1_048_576)} MiB.`);
}

function explain(error: unknown): unknown {
  const { code } = error as { code?: string };
  if (error instanceof OutboundError || !code) return error;
  if (code === 'Z_BUF_ERROR' || code === 'ERR_STREAM_PREMATURE_CLOSE') {
    return new OutboundError('truncated', 'The answer ends too early.', { retryable: true, cause: error });
  }
  if (code.startsWith('Z_') || code.startsWith('ERR__ERROR_FORMAT') || code.startsWith('ERR_BROTLI')) {
    return new OutboundError('bad_encoding', 'The compressed answer cannot be unpacked.', { cause: error });
  }
  return error;
}
