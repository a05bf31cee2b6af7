import type { SearchAnswer, SearchClient, SearchOptions, SuggestAnswer, SuggestOptions } from './wire.ts';

export interface ServiceAddress {
  /** Of the service, without `/v1`. */
  baseUrl: string;
  tenant: string;
  /** A public key. */
  key: string;
}

/** Searches without the SDK: no session, no storage, no tracking. For pages on which the SDK may not run. */
export class DirectClient implements SearchClient {
  readonly #base: string;
  readonly #key: string;

  constructor({ baseUrl, tenant, key }: ServiceAddress) {
    this.#base = `${baseUrl.replace(/\/+$/, '')}/v1/${encodeURIComponent(tenant)}`;
    this.#key = key;
  }

  search(query: string, options: SearchOptions): Promise<SearchAnswer> {
    const { signal, filters, facets, page, per_page, sort, locale, channel } = options;
    return this.#get('search', signal, {
      q: query,
      page,
      per_page,
      sort,
      locale,
      channel,
      facets: facets?.join(','),
      filters: filters && Object.keys(filters).length > 0 ? JSON.stringify(filters) : undefined,
    });
  }

  suggest(query: string, { limit, locale, signal }: SuggestOptions): Promise<SuggestAnswer> {
    return this.#get('suggest', signal, { q: query, limit, locale });
  }

  async #get<Answer>(
    path: string,
    signal: AbortSignal | undefined,
    parameters: Record<string, string | number | undefined>,
  ): Promise<Answer> {
    const search = new URLSearchParams();
    for (const [name, value] of Object.entries(parameters)) {
      if (value !== undefined && value !== '') search.set(name, String(value));
    }
    const response = await fetch(`${this.#base}/${path}?${search}`, {
      headers: { authorization: `Bearer ${this.#key}` },
      credentials: 'omit',
      ...(signal ? { signal } : {}),
    });
    if (!response.ok)
      throw Object.assign(new Error(`The service answered ${response.status}.`), { status: response.status });
    return (await response.json()) as Answer;
  }
}
