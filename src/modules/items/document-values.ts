import { findJsonFault, isJsonObject, jsonPointer, type JsonObject, type JsonValue } from '../../kernel/json.ts';
import { InvalidDocument, LIMITS } from './document-fields.ts';

type Path = (string | number)[];

/** @throws InvalidDocument for keys, depth or numbers of values that may not come in. */
export function refuseFaults(input: JsonObject): void {
  const fault = findJsonFault(input, { depth: LIMITS.depth, nodes: LIMITS.values });
  if (!fault) return;
  const message = {
    unsafe_key: 'The keys __proto__, constructor and prototype are not allowed.',
    too_deep: `A document may be nested ${LIMITS.depth} levels deep.`,
    too_many_values: `A document may have ${LIMITS.values} values.`,
  }[fault.reason];
  throw new InvalidDocument(fault.reason, jsonPointer(fault.path.slice(0, 4)), message);
}

/**
 * Attributes hold any JSON. PostgreSQL refuses NUL, and `1e999` is Infinity for us but null in JSON, so an index fed from
 * memory would differ from one that replays the stored bytes.
 */
export function refuseUnstorable(attributes: JsonObject, pointer: (path: Path) => string): void {
  const fault = findUnstorable(attributes);
  if (!fault) return;
  const [code, message] =
    fault.reason === 'nul'
      ? ['nul_character', 'Texts and keys must not contain the character NUL.']
      : ['number', 'This number is too large.'];
  throw new InvalidDocument(code!, pointer(fault.path), message!);
}

interface Unstorable {
  reason: 'nul' | 'number';
  path: Path;
}

/** Recursive: depth is bounded by now. The path is put together on the way back, so a sound document costs none. */
function findUnstorable(value: JsonValue): Unstorable | null {
  if (typeof value === 'string') return value.includes('\u0000') ? { reason: 'nul', path: [] } : null;
  if (typeof value === 'number') return Number.isFinite(value) ? null : { reason: 'number', path: [] };
  if (typeof value !== 'object' || value === null) return null;
  for (const key of Object.keys(value)) {
    const fault = key.includes('\u0000')
      ? ({ reason: 'nul', path: [] } satisfies Unstorable)
      : findUnstorable((value as JsonObject)[key]!);
    if (fault) return { reason: fault.reason, path: [Array.isArray(value) ? Number(key) : key, ...fault.path] };
  }
  return null;
}

/** Half of a surrogate pair, as a text cut in the middle of an emoji ends with, becomes U+FFFD. */
export function wellFormed(value: JsonValue): JsonValue {
  if (typeof value === 'string') return value.toWellFormed();
  if (Array.isArray(value)) return value.map(wellFormed);
  if (!isJsonObject(value)) return value;
  return Object.fromEntries(Object.entries(value).map(([key, child]) => [key.toWellFormed(), wellFormed(child)]));
}
