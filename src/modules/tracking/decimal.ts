const DECIMAL = /^\d{1,11}(?:\.\d{1,4})?$/;

/** An amount as exact text, from a JSON number or a numeric text; null for anything else. */
export function decimalOf(value: unknown): string | null {
  if (typeof value !== 'number' && typeof value !== 'string') return null;
  const text = String(value).trim();
  return DECIMAL.test(text) ? text : null;
}
