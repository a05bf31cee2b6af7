import { hostEnvironment, timedUuid, type Environment } from './environment.ts';
import { Emitter } from './events.ts';
import { MirabelError } from './errors.ts';
import { Outbox } from './outbox.ts';
import { Searches } from './searches.ts';
import { Session } from './session.ts';
import { Store } from './store.ts';
import { Transport } from './transport.ts';
import type {
  Channel,
  ClickEvent,
  ConversionEvent,
  ConversionItem,
  InitOptions,
  Mirabel,
  MirabelEvents,
  OrderEvent,
  SearchEvent,
  SearchOptions,
  SearchResponse,
  ShopSettings,
  SuggestOptions,
  SuggestResponse,
  TrackKind,
  TrackResult,
} from './types.ts';

/** The implementation of `Mirabel`. */
export class Client implements Mirabel {
  readonly settings: ShopSettings | undefined;
  readonly #environment: Environment;
  readonly #options: InitOptions;
  readonly #emitter = new Emitter<MirabelEvents>();
  readonly #transport: Transport;
  readonly #store: Store;
  readonly #session: Session;
  readonly #searches: Searches;
  readonly #outbox: Outbox;
  readonly #optedOut: boolean;
  #consent = false;

  constructor(options: InitOptions, environment: Environment = hostEnvironment()) {
    for (const name of ['baseUrl', 'tenant', 'key'] as const) {
      if (typeof options?.[name] !== 'string') throw new TypeError(`mirabel.init needs ${name}.`);
    }
    const { baseUrl, tenant, key, session_id } = options;
    this.#environment = environment;
    this.#options = options;
    this.settings = options.settings;
    this.#optedOut = environment.privacyControl && options.settings?.honour_gpc !== false;
    this.#transport = new Transport(
      environment,
      `${baseUrl.replace(/\/+$/, '')}/v1/${encodeURIComponent(tenant)}`,
      key,
    );
    this.#store = new Store(environment.storage, `mirabel:${tenant}:`);
    this.#session = new Session(environment, this.#store, session_id);
    this.#searches = new Searches(this.#store);
    this.#outbox = new Outbox(environment, this.#store, this.#transport, (kind, result) =>
      this.#emitter.emit(result.status === 'failed' ? 'track:error' : 'track:success', { kind, result }),
    );
    if (options.consent !== 'required') this.#allow();
  }

  async search(query: string, options: SearchOptions = {}): Promise<SearchResponse> {
    const { signal, track = true, anonymous, ...rest } = options;
    const { locale, channel = 'results_page' } = this.#options;
    const session_id = anonymous || this.#silence() ? undefined : this.#session.id();
    try {
      const body = { locale, channel, ...rest, q: query, session_id };
      const response = await this.#transport.request<SearchResponse>('/search', { body, signal });
      if (!anonymous) this.#note(query, response, track ? body : null);
      this.#emitter.emit('search:success', { query, response });
      return response;
    } catch (error) {
      if (error instanceof MirabelError) this.#emitter.emit('search:error', { query, error });
      throw error;
    }
  }

  suggest(
    query: string,
    { limit, locale = this.#options.locale, signal }: SuggestOptions = {},
  ): Promise<SuggestResponse> {
    return this.#transport.request('/suggest', { body: { q: query, limit, locale }, signal });
  }

  trackSearch(event: SearchEvent): Promise<TrackResult> {
    const { channel = 'results_page' } = this.#options;
    const { language } = this.#environment;
    return this.#track('search', () => ({ channel, accept_language: language, ...event }));
  }

  trackClick(event: ClickEvent): Promise<TrackResult> {
    return this.#track('click', (session) => {
      const known = event.query === undefined || event.position === undefined || event.query_id === undefined;
      const origin = known ? this.#searches.originOf(session, event.item_id) : undefined;
      // What the page says and another search's id would not belong together.
      const sameQuery = origin && (event.query ?? origin.query) === origin.query;
      const body = { ...(sameQuery ? origin : { position: origin?.position }), ...event };
      if (body.query_id) this.#searches.clicked(session, event.item_id, body.query_id);
      return body;
    });
  }

  trackConversion(event: ConversionEvent): Promise<TrackResult>;
  trackConversion(event: OrderEvent): Promise<TrackResult[]>;
  trackConversion(event: ConversionEvent | OrderEvent): Promise<TrackResult | TrackResult[]> {
    if (event && 'items' in event) {
      const { items, ...order } = event;
      return Promise.all([...(items ?? [])].map((item) => this.#convert({ ...order, ...item })));
    }
    return this.#convert(event);
  }

  getSessionId(): string {
    return this.#session.id();
  }

  setConsent(granted: boolean): void {
    if (granted) this.#allow();
    else {
      this.#consent = false;
      this.#outbox.clear();
      this.#store.erase();
    }
    this.#emitter.emit('consent', { granted });
  }

  on<Name extends keyof MirabelEvents>(name: Name, handler: (payload: MirabelEvents[Name]) => void): () => void {
    return this.#emitter.on(name, handler);
  }

  #convert(event: ConversionItem): Promise<TrackResult> {
    return this.#track('conversion', (session) => {
      const { item_id } = event;
      const query_id = this.#searches.clickOf(session, item_id) ?? this.#searches.originOf(session, item_id)?.query_id;
      return { query_id, ...event };
    });
  }

  /** Remembers what a search returned and reports it. Whatever goes wrong here is not the search's matter. */
  #note(query: string, response: SearchResponse, report: { channel: Channel } | null): void {
    if (this.#silence() || !query.trim()) return;
    const { query_id, hits, total, total_relaxed } = response;
    try {
      const items = hits.map(({ id }) => id);
      this.#searches.remember(this.#session.id(), { query, query_id, first: hits[0]?.position ?? 1, items });
    } catch {
      // An answer without hits, or with hits that are none.
    }
    if (!report) return;
    void this.trackSearch({ query, results_count: total + (total_relaxed ?? 0), query_id, channel: report.channel });
  }

  /** Sends an event, or says why not. Also what the page got wrong must not throw into it. */
  async #track(kind: TrackKind, fill: (session: string) => object): Promise<TrackResult> {
    const event_id = timedUuid(this.#environment);
    const reason = this.#silence();
    if (reason) return { status: 'ignored', event_id, reason };
    try {
      const session_id = this.#session.id();
      return await this.#outbox.send(kind, { ...fill(session_id), session_id, event_id });
    } catch {
      const result: TrackResult = { status: 'failed', event_id, code: 'invalid_event' };
      this.#emitter.emit('track:error', { kind, result });
      return result;
    }
  }

  /** Why nothing may be tracked, if so. */
  #silence(): 'no_consent' | 'opt_out' | 'no_session' | undefined {
    if (!this.#consent) return 'no_consent';
    if (this.#optedOut) return 'opt_out';
    return this.#environment.browser || this.#options.session_id ? undefined : 'no_session';
  }

  #allow(): void {
    this.#consent = true;
    if (this.#optedOut) return;
    this.#store.persist();
    this.#outbox.adopt();
  }
}
