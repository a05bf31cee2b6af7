import { DirectClient } from '../core/direct-client.ts';
import { UnconfiguredError } from '../core/failure.ts';
import { plainText, safeUrl } from '../core/text.ts';
import type { SearchClient } from '../core/wire.ts';

/** What the widget can know of the shop besides its own attributes: the settings that `widget-bootstrap` gives to the SDK. */
export interface ShopSettings {
  locale?: string;
  facets?: string[];
  sorts?: string[];
}

type Sdk = SearchClient & { settings?: ShopSettings };

export const ATTRIBUTES = [
  'mode',
  'results-url',
  'placeholder',
  'label',
  'locale',
  'facets',
  'sorts',
  'per-page',
  'limit',
  'queries',
  'min-chars',
  'debounce',
  'popular',
  'base-url',
  'tenant',
  'api-key',
] as const;

export interface WidgetConfig {
  mode: 'overlay' | 'results';
  resultsUrl: string;
  placeholder: string;
  label: string;
  locale: string;
  facets: string[];
  sorts: string[];
  perPage: number;
  limit: number;
  queries: number;
  minChars: number;
  debounce: number;
  popular: boolean;
}

const FACETS = ['categories', 'brand', 'price', 'in_stock'];
const SORTS = ['relevance', 'price:asc', 'price:desc', 'newest', 'popularity'];

/** Attributes first, then what the shop's settings say, then what suits most. */
export function readConfig(host: HTMLElement): WidgetConfig {
  const shop = sdk()?.settings ?? {};
  const text = (name: (typeof ATTRIBUTES)[number]): string => host.getAttribute(name)?.trim() ?? '';
  const list = (name: (typeof ATTRIBUTES)[number]): string[] | undefined =>
    host.hasAttribute(name)
      ? text(name)
          .split(',')
          .map((part) => part.trim())
          .filter(Boolean)
      : undefined;
  const number = (name: (typeof ATTRIBUTES)[number], otherwise: number, min: number, max: number): number => {
    const value = text(name) ? Number(text(name)) : Number.NaN;
    return Number.isFinite(value) ? Math.min(max, Math.max(min, Math.round(value))) : otherwise;
  };
  const language = host.closest('[lang]')?.getAttribute('lang');
  return {
    mode: text('mode') === 'results' ? 'results' : 'overlay',
    resultsUrl: safeUrl(text('results-url') || '/search', document.baseURI) ?? '/search',
    placeholder: plainText(text('placeholder')),
    label: plainText(text('label')),
    locale: text('locale') || language || shop.locale || 'en',
    facets: list('facets') ?? shop.facets ?? FACETS,
    sorts: list('sorts') ?? shop.sorts ?? SORTS,
    perPage: number('per-page', 24, 1, 100),
    limit: number('limit', 6, 1, 20),
    queries: number('queries', 5, 0, 10),
    minChars: number('min-chars', 1, 1, 10),
    debounce: number('debounce', 120, 0, 2_000),
    popular: text('popular') !== 'off',
  };
}

/** The SDK, when the page has one. Looked for at every search: it may come later, after consent. */
function sdk(): Sdk | null {
  const { mb } = globalThis as { mb?: Partial<Sdk> };
  return typeof mb?.search === 'function' && typeof mb.suggest === 'function' ? (mb as Sdk) : null;
}

/** Whom to ask: the client given in code, the SDK of the page, else the service itself without any tracking. */
export function clientOf(host: HTMLElement, given: SearchClient | null): SearchClient {
  const client = given ?? sdk();
  if (client) return client;
  const [baseUrl, tenant, key] = ['base-url', 'tenant', 'api-key'].map((name) => host.getAttribute(name) ?? '');
  if (tenant && key) return new DirectClient({ baseUrl: baseUrl || location.origin, tenant, key });
  const missing = (): Promise<never> =>
    Promise.reject(new UnconfiguredError('No SDK on the page, and the attributes tenant and api-key are not set.'));
  return { search: missing, suggest: missing };
}
