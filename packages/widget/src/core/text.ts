/** A piece of a highlighted text. */
export interface Segment {
  text: string;
  marked: boolean;
}

/** Embeddings, overrides and isolates would turn the text around them; marks that only order their neighbours may stay. */
const DIRECTION_CONTROLS = /[\u202A-\u202E\u2066-\u2069]/g;
// eslint-disable-next-line no-control-regex -- they are what is taken out
const CONTROLS = /[\u0000-\u0008\u000B\u000C\u000E-\u001F\u007F-\u009F]/g;

const ENTITIES: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'", '#39': "'", '#x27': "'" };

/** Merchant's or shopper's text, fit to stand beside ours. */
export function plainText(value: unknown): string {
  return typeof value === 'string' || typeof value === 'number'
    ? String(value).replace(DIRECTION_CONTROLS, '').replace(CONTROLS, ' ').trim()
    : '';
}

/**
 * Takes a highlight apart without ever parsing it as HTML: `<mark>` divides, the escapes of the service are undone,
 * everything else is text.
 */
export function segments(highlight: unknown, otherwise: unknown): Segment[] {
  if (typeof highlight !== 'string' || !highlight) return [{ text: plainText(otherwise), marked: false }];
  let marked = false;
  const parts: Segment[] = [];
  for (const part of highlight.split(/(<mark>|<\/mark>)/)) {
    if (part === '<mark>') marked = true;
    else if (part === '</mark>') marked = false;
    else if (part) parts.push({ text: clean(unescape(part)), marked });
  }
  return parts;
}

function clean(text: string): string {
  return text.replace(DIRECTION_CONTROLS, '').replace(CONTROLS, ' ');
}

function unescape(text: string): string {
  return text.replace(/&(amp|lt|gt|quot|apos|#39|#x27);/g, (_, name: string) => ENTITIES[name]!);
}

/**
 * An address that may stand in `href` or `src`: http(s), or a path of the same site. Anything else (`javascript:`, `data:`,
 * another scheme, `//host`) is no address.
 */
export function safeUrl(value: unknown, base: string): string | null {
  if (typeof value !== 'string' || !value.trim()) return null;
  const text = value.trim();
  // Browsers read "/\host" and "//host" as another host.
  if (/^[/\\]{2}/.test(text)) return null;
  try {
    const url = new URL(text, base);
    if (url.protocol !== 'http:' && url.protocol !== 'https:') return null;
    if (url.username || url.password) return null;
    return url.href;
  } catch {
    return null;
  }
}
