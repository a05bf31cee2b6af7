import { Kept } from './kept.ts';

/** A request of the page to the service, as the strip shows it. */
export interface Entry {
  at: number;
  kind: 'search' | 'suggest' | 'shown' | 'click' | 'conversion';
  /** What it was about. */
  about: string;
  channel: string;
  /** What the service said; empty while it has not. */
  answer: string;
  ok: boolean | null;
  milliseconds: number | null;
}

const MOST = 40;
const kept = new Kept<Entry[]>('larkspur:requests', 'sessionStorage', []);
let entries: Entry[] = [];
const listeners = new Set<() => void>();

export function log(): readonly Entry[] {
  return entries;
}

export function onEntry(listener: () => void): void {
  listeners.add(listener);
}

/** Watches what the page sends, without touching it. Must run before anything that keeps a `fetch` of its own. */
export function watch(): void {
  const before = kept.get();
  entries = (Array.isArray(before) ? before : []).map((entry) =>
    entry.ok === null ? { ...entry, ok: true, answer: 'sent while the page was left' } : entry,
  );
  const original = window.fetch;
  window.fetch = async (input, init) => {
    const entry = describe(input, init);
    if (!entry) return original.call(window, input, init);
    push(entry);
    const from = performance.now();
    const settle = (change: Partial<Entry>): void => {
      Object.assign(entry, change, { milliseconds: Math.round(performance.now() - from) });
      changed();
    };
    try {
      const response = await original.call(window, input, init);
      settle({ ok: response.ok, answer: `${response.status}${await said(entry, response.clone())}` });
      return response;
    } catch (error) {
      const cancelled = error instanceof DOMException && error.name === 'AbortError';
      // A page that goes away cuts its requests too, though they arrive; it does not live to run this.
      setTimeout(
        () => settle({ ok: cancelled, answer: cancelled ? 'cancelled, the shopper typed on' : 'not reached' }),
        300,
      );
      throw error;
    }
  };
}

function push(entry: Entry): void {
  entries = [...entries, entry].slice(-MOST);
  changed();
}

function changed(): void {
  kept.set(entries);
  for (const listener of listeners) listener();
}

function describe(input: RequestInfo | URL, init: RequestInit | undefined): Entry | null {
  try {
    const url = new URL(input instanceof Request ? input.url : String(input), location.href);
    const path = /^\/v1\/[^/]+\/(search|suggest|track\/(?:search|click|conversion))$/.exec(url.pathname)?.[1];
    if (!path) return null;
    const body = typeof init?.body === 'string' ? (JSON.parse(init.body) as Record<string, unknown>) : {};
    const field = (name: string): string => String(body[name] ?? url.searchParams.get(name) ?? '');
    const entry = { at: Date.now(), channel: field('channel'), answer: '', ok: null, milliseconds: null };
    const words = field('query') || field('q');
    const query = words ? `“${words}”` : 'what is popular';
    if (path === 'search' || path === 'suggest') return { ...entry, kind: path, about: query };
    if (path === 'track/search')
      return { ...entry, kind: 'shown', about: `${query}, ${field('results_count')} results` };
    if (path === 'track/click')
      return { ...entry, kind: 'click', about: `${field('item_id')} at ${field('position')} for ${query}` };
    return { ...entry, kind: 'conversion', about: `${field('item_id')}, ${field('revenue')} ${field('currency')}` };
  } catch {
    return null;
  }
}

async function said({ kind }: Entry, response: Response): Promise<string> {
  try {
    const answer = (await response.json()) as { status?: string; reason?: string; total?: number; code?: string };
    if (!response.ok) return ` ${answer.code ?? ''}`;
    if (kind === 'search') return ` · ${answer.total} found`;
    return answer.status ? ` ${answer.status}${answer.reason ? `: ${answer.reason}` : ''}` : '';
  } catch {
    return '';
  }
}
