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
    return this.#post('search', signal, { q: query, page, per_page, sort, locale, channel, facets, filters });
  }

  suggest(query: string, { limit, locale, signal }: SuggestOptions): Promise<SuggestAnswer> {
    return this.#post('suggest', signal, { q: query, limit, locale });
  }

  /** With POST, because a browser asks for leave (preflight) once an address: with GET that is once a keystroke. */
  async #post<Answer>(path: string, signal: AbortSignal | undefined, body: object): Promise<Answer> {
    const response = await fetch(`${this.#base}/${path}`, {
      method: 'POST',
      headers: { authorization: `Bearer ${this.#key}`, 'content-type': 'application/json' },
      body: JSON.stringify(body),
      credentials: 'omit',
      ...(signal ? { signal } : {}),
    });
    if (!response.ok)
      throw Object.assign(new Error(`The service answered ${response.status}.`), { status: response.status });
    return (await response.json()) as Answer;
  }
}
