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

/** Looks for what may not come in from outside. Iterative: a deep value must not overflow the stack. */
export function findJsonFault(root: unknown, limits: JsonLimits): JsonFault | null {
  const stack: { value: unknown; path: (string | number)[] }[] = [{ value: root, path: [] }];
  let nodes = 0;
  for (let entry = stack.pop(); entry; entry = stack.pop()) {
    const { value, path } = entry;
    if (++nodes > limits.nodes) return { path, reason: 'too_many_values' };
    if (typeof value !== 'object' || value === null) continue;
    if (path.length >= limits.depth) return { path, reason: 'too_deep' };
    if (Array.isArray(value)) {
      value.forEach((child: unknown, index) => stack.push({ value: child, path: [...path, index] }));
    } else {
      for (const key of Object.keys(value)) {
        if (UNSAFE_KEYS.has(key)) return { path: [...path, key], reason: 'unsafe_key' };
        stack.push({ value: (value as Record<string, unknown>)[key], path: [...path, key] });
      }
    }
  }
  return null;
}
