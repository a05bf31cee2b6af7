export type JsonPrimitive = string | number | boolean | null;
export type JsonValue = JsonPrimitive | JsonValue[] | { [key: string]: JsonValue };
export type JsonObject = { [key: string]: JsonValue };

/** Keys that could reach a prototype when a careless reader walks the object. */
export const UNSAFE_KEYS: ReadonlySet<string> = new Set(['__proto__', 'constructor', 'prototype']);

export function isJsonObject(value: unknown): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** Text of a JSON value's place, as a JSON Pointer (RFC 6901). */
export function jsonPointer(path: readonly (string | number)[]): string {
  return path.map((part) => '/' + String(part).replaceAll('~', '~0').replaceAll('/', '~1')).join('');
}

export interface JsonLimits {
  depth: number;
  nodes: number;
}

export type JsonFault = { path: (string | number)[]; reason: 'unsafe_key' | 'too_deep' | 'too_many_values' };

interface Place {
  value: object;
  key: string | number;
  parent: Place | null;
  depth: number;
}

/**
 * Looks for what may not come in from outside. Iterative, because a deep value must not overflow the stack; only objects
 * and lists are stacked, because most values of a catalogue are texts.
 */
export function findJsonFault(root: unknown, limits: JsonLimits): JsonFault | null {
  if (typeof root !== 'object' || root === null) return null;
  const stack: Place[] = [{ value: root, key: '', parent: null, depth: 0 }];
  let nodes = 0;
  for (let place = stack.pop(); place; place = stack.pop()) {
    if (place.depth >= limits.depth) return { path: pathOf(place), reason: 'too_deep' };
    const entries = Array.isArray(place.value) ? place.value.entries() : Object.entries(place.value);
    for (const [key, value] of entries as Iterable<[string | number, unknown]>) {
      if (++nodes > limits.nodes) return { path: pathOf(place), reason: 'too_many_values' };
      if (typeof key === 'string' && UNSAFE_KEYS.has(key))
        return { path: [...pathOf(place), key], reason: 'unsafe_key' };
      if (typeof value === 'object' && value !== null)
        stack.push({ value, key, parent: place, depth: place.depth + 1 });
    }
  }
  return null;
}

function pathOf(place: Place): (string | number)[] {
  const path: (string | number)[] = [];
  for (let at = place; at.parent; at = at.parent) path.unshift(at.key);
  return path;
}

/** The same text whatever the order in which keys were sent: some serialisers change it from push to push. */
export function canonicalJson(value: JsonValue): string {
  return JSON.stringify(value, (_key, child: JsonValue) => (isJsonObject(child) ? sorted(child) : child));
}

function sorted(value: JsonObject): JsonObject {
  const keys = Object.keys(value);
  if (keys.length < 2) return value;
  return Object.fromEntries(keys.sort().map((key) => [key, value[key]!]));
}
