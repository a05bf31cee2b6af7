import { isJsonObject, type JsonValue } from '../../../kernel/json.ts';
import type { OutboundAnswer } from '../../../platform/outbound/index.ts';
import type { ConnectorConfig } from '../connector.ts';
import { parsePath, readPath } from '../mapping.ts';

/** Where items stand when the configuration does not say (section 2.8 of the API document); '' is the root. */
const DEFAULT_PLACES = ['items', 'data', 'results', ''];
/** Lists of other names, for the advice. */
const MAX_NAMES = 20;
const TOTALS = [
  'total',
  'total_count',
  'totalCount',
  'count',
  'meta.total',
  'meta.pagination.total',
  'pagination.total',
];
const TOTAL_HEADERS = ['x-wp-total', 'x-total-count', 'x-total'];

/** The answer can not be taken as a page of items; the message says what to change. */
export class PageError extends Error {
  override name = 'PageError';

  constructor(
    readonly code: string,
    message: string,
  ) {
    super(message);
  }
}

export interface PageItems {
  items: JsonValue[];
  /** Dotted; '' is the root. */
  dataPath: string;
}

/** @throws PageError */
export function itemsOf(value: JsonValue, dataPath: string | null): PageItems {
  const places = dataPath === null ? DEFAULT_PLACES : [dataPath];
  for (const place of places) {
    const list = place === '' ? value : readPath(value, parsePath(place));
    if (Array.isArray(list)) return { items: list, dataPath: place };
  }
  if (dataPath !== null) throw new PageError('no_items', `There is no list at "${dataPath}": check dataPath.`);
  const lists = isJsonObject(value)
    ? Object.keys(value)
        .slice(0, MAX_NAMES)
        .filter((key) => Array.isArray(value[key]))
    : [];
  const advice = lists.length > 0 ? `there is one at "${lists[0]!.slice(0, 64)}"` : 'there is none at the top';
  throw new PageError('no_items', `No list at items, data, results or the root: set dataPath (${advice}).`);
}

/**
 * The cursor of the next page; absent, null, false and empty all say that there is none.
 * @throws PageError
 */
export function cursorOf(value: JsonValue, { paginated, cursorPath }: ConnectorConfig): string | null {
  if (paginated !== 'cursor' || cursorPath === null) return null;
  const cursor = readPath(value, parsePath(cursorPath));
  if (cursor === undefined || cursor === null || cursor === '' || cursor === false) return null;
  if (typeof cursor === 'number') return String(cursor);
  if (typeof cursor === 'string' && cursor.length <= 4_096) return cursor;
  throw new PageError('invalid_cursor', 'What stands at cursorPath is no text or number of at most 4096 characters.');
}

/** The address of the next page: from the body, or from the header `Link`. @throws PageError */
export function nextLinkOf(answer: OutboundAnswer, { paginated, nextLink }: ConnectorConfig): string | null {
  if (paginated !== 'link') return null;
  const link = nextLink === null ? linkHeader(answer.headers.link ?? '') : readPath(answer.value, parsePath(nextLink));
  if (link === undefined || link === null || link === '' || link === false) return null;
  const url = typeof link === 'string' && link.length <= 8_192 ? URL.parse(link, answer.url) : null;
  if (!url) throw new PageError('invalid_link', 'The link to the next page is no address.');
  return url.href;
}

/** `<https://…>; rel="next"` (RFC 8288); a comma inside `<>` separates nothing. */
function linkHeader(header: string): string | null {
  for (const [, target, parameters] of header.matchAll(
    /<([^<>]*)>((?:\s*;\s*[\w*-]+\s*=\s*(?:"[^"]*"|[^",;\s]*))*)/g,
  )) {
    const rel = /;\s*rel\s*=\s*(?:"([^"]*)"|([^",;\s]*))/i.exec(parameters ?? '');
    if ((rel?.[1] ?? rel?.[2] ?? '').toLowerCase().split(/\s+/).includes('next')) return target!;
  }
  return null;
}

/** How many items there are by the merchant's own word. */
export function totalOf(answer: OutboundAnswer): number | null {
  for (const name of TOTAL_HEADERS) {
    const text = answer.headers[name];
    if (text !== undefined && /^\d{1,9}$/.test(text)) return Number(text);
  }
  for (const place of TOTALS) {
    const total = readPath(answer.value, place.split('.'));
    if (typeof total === 'number' && Number.isSafeInteger(total) && total >= 0) return total;
  }
  return null;
}
