import { isJsonObject, type JsonValue } from '../../../kernel/json.ts';
import type { ConnectorConfig } from '../connector.ts';
import { readPath } from '../mapping.ts';

export interface DetectedPaging {
  config: Partial<
    Pick<ConnectorConfig, 'paginated' | 'pageParam' | 'limitParam' | 'cursorPath' | 'cursorParam' | 'nextLink'>
  >;
  confidence: number;
  reason: string;
}

const WRAPPERS = [
  '',
  'meta.',
  'pagination.',
  'paging.',
  'page_info.',
  'pageInfo.',
  'meta.pagination.',
  'links.',
  '_links.',
  'cursor.',
];
const CURSORS = [
  'next_cursor',
  'nextCursor',
  'next_page_token',
  'nextPageToken',
  'end_cursor',
  'endCursor',
  'cursor',
  'next',
];
const LINKS = ['next', 'next.href', 'next_url', 'nextUrl', 'next_page_url', 'nextPage', 'next_page'];

/** How the pages of a sample answer seem to be asked for. */
export function detectPaging(value: JsonValue, headers: Readonly<Record<string, string>>): DetectedPaging {
  if (/rel="?next"?/i.test(headers.link ?? '')) {
    return { config: { paginated: 'link' }, confidence: 0.95, reason: 'The answer has a Link header with rel="next".' };
  }
  if (isJsonObject(value)) {
    const found = byLink(value) ?? byCursor(value) ?? byOffset(value) ?? byPage(value);
    if (found) return found;
  }
  const total = headers['x-wp-totalpages'] ?? headers['x-total-pages'] ?? headers['x-total-count'];
  if (total !== undefined) {
    return {
      config: { paginated: 'page' },
      confidence: 0.8,
      reason: 'Headers tell totals, as page by page listings do.',
    };
  }
  return {
    config: { paginated: 'page' },
    confidence: 0.3,
    reason: 'Nothing tells how it is paged: page numbers are the most common.',
  };
}

function textAt(value: JsonValue, names: readonly string[], fits: (text: string) => boolean): string | null {
  for (const wrapper of WRAPPERS) {
    for (const name of names) {
      const found = readPath(value, `${wrapper}${name}`.split('.'));
      if (typeof found === 'string' && fits(found)) return `${wrapper}${name}`;
    }
  }
  return null;
}

function byLink(value: JsonValue): DetectedPaging | null {
  const path = textAt(value, LINKS, (text) => /^(?:https?:\/\/|\/|\?)\S+$/.test(text));
  if (!path) return null;
  const reason = `"${path}" is the address of a next page.`;
  return { config: { paginated: 'link', nextLink: path }, confidence: 0.9, reason };
}

function byCursor(value: JsonValue): DetectedPaging | null {
  const path = textAt(value, CURSORS, (text) => text !== '' && text.length <= 4_096);
  if (!path) return null;
  const cursorParam = /token/i.test(path) ? 'pageToken' : 'cursor';
  return {
    config: { paginated: 'cursor', cursorPath: path, cursorParam },
    confidence: 0.7,
    reason: `"${path}" looks like a cursor; the name of its parameter is a guess.`,
  };
}

function byOffset(value: JsonValue): DetectedPaging | null {
  const name = ['skip', 'offset', 'start'].find((key) => typeof readPath(value, [key]) === 'number');
  return name
    ? { config: { paginated: 'offset', pageParam: name }, confidence: 0.9, reason: `The answer repeats "${name}".` }
    : null;
}

function byPage(value: JsonValue): DetectedPaging | null {
  for (const wrapper of WRAPPERS) {
    for (const name of [
      'page',
      'current_page',
      'currentPage',
      'page_number',
      'total_pages',
      'totalPages',
      'last_page',
      'pages',
    ]) {
      const path = `${wrapper}${name}`;
      if (typeof readPath(value, path.split('.')) !== 'number') continue;
      return { config: { paginated: 'page' }, confidence: 0.85, reason: `"${path}" numbers the pages.` };
    }
  }
  return null;
}
