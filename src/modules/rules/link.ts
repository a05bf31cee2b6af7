export const MAX_LINK = 2_048;

/** An http(s) address, or a path of the shop's own site: what a storefront may be told to open. */
export function isSafeLink(value: unknown): boolean {
  if (typeof value !== 'string' || value.length === 0 || value.length > MAX_LINK) return false;
  // Browsers drop tabs and newlines inside an address and read `\` as `/`, so `java\tscript:` and `/\evil` get through.
  if (/[\s\\\p{Cc}]/u.test(value)) return false;
  if (value.startsWith('/')) return !value.startsWith('//');
  const url = URL.parse(value);
  return url !== null && /^https?:\/\//i.test(value) && url.username === '' && url.password === '';
}
