import type { JsonValue } from '../../kernel/json.ts';
import { OutboundError } from './outbound-error.ts';

/** Where a number may stand that a double does not hold; strings that look so cost a slower parse and nothing else. */
const LONG_NUMBER = /\d{16}|\d[eE][+-]?\d{2}/;
const JSON_TYPE = /^(?:application\/(?:[\w.+-]+\+)?json|text\/json)$/;

/**
 * One JSON value. Integers beyond 2^53 and numbers beyond a double stay texts, so that no identifier changes; of
 * duplicate keys the last wins.
 * @throws OutboundError
 */
export function parseJson(bytes: Buffer, contentType: string): JsonValue {
  const [type = '', ...parameters] = contentType.split(';').map((part) => part.trim().toLowerCase());
  if (!JSON_TYPE.test(type)) {
    const what = /^[\w.+-]+\/[\w.+-]+$/.test(type) ? type : 'of no known type';
    throw new OutboundError('not_json', `The answer is ${what}, not JSON.`);
  }
  const text = decode(bytes, charsetOf(parameters));
  try {
    return JSON.parse(text, LONG_NUMBER.test(text) ? keepDigits : undefined) as JsonValue;
  } catch (error) {
    if (error instanceof RangeError) {
      throw new OutboundError('invalid_json', 'The answer is nested too deeply.', { cause: error });
    }
    throw new OutboundError('invalid_json', describe(text, error as Error), { cause: error });
  }
}

function charsetOf(parameters: readonly string[]): string {
  const given = parameters.find((parameter) => parameter.startsWith('charset='));
  return given?.slice('charset='.length).replaceAll('"', '') || 'utf-8';
}

function decode(bytes: Buffer, charset: string): string {
  try {
    return new TextDecoder(charset, { fatal: true }).decode(bytes);
  } catch (error) {
    throw new OutboundError('invalid_json', 'The answer is not in the character set that it names.', { cause: error });
  }
}

function keepDigits(_key: string, value: unknown, context?: { source?: string }): unknown {
  if (typeof value !== 'number' || context?.source === undefined) return value;
  const exact = Number.isFinite(value) && (!Number.isInteger(value) || Number.isSafeInteger(value));
  return exact ? value : context.source;
}

/** V8's message quotes the answer; only the place is ours to repeat. */
function describe(text: string, error: Error): string {
  if (text.trim() === '') return 'The answer is empty.';
  if (/^\s*</.test(text)) return 'The answer is a page of HTML or XML that calls itself JSON.';
  if (/^\s*\{.*\}\s*\n\s*\{/.test(text.slice(0, 65_536))) {
    return 'The answer has several JSON values (NDJSON); one value with a list of items is needed.';
  }
  const place = /position \d+/.exec(error.message)?.[0];
  return place ? `The answer is not valid JSON at ${place}.` : 'The answer is not valid JSON: it ends too early.';
}
