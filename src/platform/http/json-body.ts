import { isUtf8 } from 'node:buffer';
import { createHash } from 'node:crypto';
import type { FastifyInstance } from 'fastify';
import { ApiError } from '../../kernel/errors.ts';
import { findJsonFault, jsonPointer } from '../../kernel/json.ts';
import { routeSettings } from '../tenancy/index.ts';

const BYTE_ORDER_MARK = 0xfeff;
export const MAX_JSON_DEPTH = 32;
export const MAX_JSON_VALUES = 100_000;

/** Our JSON parser: strict UTF-8, unsafe keys refused, depth bounded, absent body allowed. */
export function acceptJson(fastify: FastifyInstance): void {
  fastify.removeAllContentTypeParsers();
  fastify.addContentTypeParser(
    /^application\/(?:[\w.-]+\+)?json(?:\s*;.*)?$/i,
    { parseAs: 'buffer' },
    (request, raw, done) => {
      try {
        const bytes = raw as Buffer;
        if (request.headers['idempotency-key']) request.bodyHash = createHash('sha256').update(bytes).digest();
        done(null, bytes.length === 0 ? undefined : parse(bytes, routeSettings(request).judgesJson === true));
      } catch (error) {
        done(error as Error);
      }
    },
  );
}

function parse(bytes: Buffer, judgedByRoute: boolean): unknown {
  if (!isUtf8(bytes)) throw new ApiError('malformed_json', 'The body is not valid UTF-8.');
  let value: unknown;
  try {
    const text = bytes.toString();
    value = JSON.parse(text.charCodeAt(0) === BYTE_ORDER_MARK ? text.slice(1) : text);
  } catch (error) {
    throw new ApiError('malformed_json', describe(error as SyntaxError), { cause: error });
  }
  if (!judgedByRoute) refuseFault(value);
  return value;
}

function refuseFault(value: unknown): void {
  const fault = findJsonFault(value, { depth: MAX_JSON_DEPTH, nodes: MAX_JSON_VALUES });
  if (!fault) return;
  const place = jsonPointer(fault.path.slice(0, 8));
  const detail = {
    unsafe_key: `The key at ${place} is not allowed.`,
    too_deep: `The body is nested deeper than ${MAX_JSON_DEPTH} levels.`,
    too_many_values: `The body has more than ${MAX_JSON_VALUES} values.`,
  }[fault.reason];
  throw new ApiError('malformed_json', detail);
}

/** V8's message quotes the body; only the place is ours to repeat. */
function describe(error: SyntaxError): string {
  const place = /position \d+(?: \(line \d+ column \d+\))?/.exec(error.message)?.[0];
  return place ? `The body is not valid JSON at ${place}.` : 'The body is not valid JSON: it ends too early.';
}
