import type { FieldError, MirabelError } from './errors.ts';
import type { components } from './wire.ts';

type Wire = components['schemas'];

/** Where results are shown. */
export type Channel = 'overlay' | 'results_page';
/** Kinds of event. */
export type TrackKind = 'search' | 'click' | 'conversion';

/** The answer of a search, as the service sends it. */
export type SearchResponse = Wire['SearchResponse'];
/** One result: the document as it was pushed, with `position` and `highlight`. */
export type Hit = Wire['HitResponse'];
export type Facet = Wire['FacetResponse'];

/** Suggestions for what is being typed: queries that others asked with success, and items. */
export type SuggestResponse = Wire['SuggestResponse'];

/** The filter language of the service: keys are ANDed, lists ORed, `any` holds alternatives, `not` what must not be. */
export type Filters = Record<string, unknown>;

export interface SearchOptions extends Pick<
  Wire['SearchBody'],
  'page' | 'per_page' | 'facets' | 'facet_query' | 'facet_limit' | 'sort' | 'locale' | 'explain'
> {
  filters?: Filters | null;
  /** Default: that of `init`. */
  channel?: Channel;
  /** Cancels the search; it then rejects with an `AbortError`. */
  signal?: AbortSignal;
  /** False: no search event is sent for this search, such as for another page of one that was reported. Default true. */
  track?: boolean;
  /** True: the search belongs to no session and is not remembered; for figures that are not shown as results. */
  anonymous?: boolean;
}

export interface SuggestOptions {
  /** At most so many of each kind. */
  limit?: number;
  locale?: string;
  signal?: AbortSignal;
}

/** What became of an event. */
export interface TrackResult {
  /**
   * `accepted`: it is in the service's database. `duplicate`: it was there already. `ignored`: see `reason`. `queued`: the
   * service cannot be reached; the event is kept and sent later, by this page or the next. `failed`: see `code`.
   */
  status: Wire['TrackResponse']['status'] | 'queued' | 'failed';
  event_id: string;
  /** Of the service: `bot`, `opt_out`, `clock_skew`. Of the SDK: `opt_out`, `no_consent`, `no_session` (on a server). */
  reason?: NonNullable<Wire['TrackResponse']['reason']> | 'no_consent' | 'no_session';
  code?: string;
  errors?: FieldError[];
}

export interface SearchEvent {
  query: string;
  /** How many results the shopper is offered: `total` and `total_relaxed` of the answer. */
  results_count: number;
  channel?: Channel;
  query_id?: string;
}

export interface ClickEvent {
  item_id: string;
  /** From 1, through all pages: the `position` of the hit. This and what else is missing comes from the last search that returned the item. */
  position?: number;
  query?: string;
  query_id?: string;
  channel?: Channel;
}

/** A purchased item. */
export interface ConversionItem {
  item_id: string;
  /** Of this item, quantity included. A text keeps it exact. */
  revenue: number | string;
  quantity?: number;
  query_id?: string;
}

export interface Order {
  order_id: string;
  /** ISO 4217. */
  currency: string;
}

export type ConversionEvent = Order & ConversionItem;
export type OrderEvent = Order & { items: ConversionItem[] };

/** Events of `mb.on`, with what their handlers are given. */
export interface MirabelEvents {
  'search:success': { query: string; response: SearchResponse };
  'search:error': { query: string; error: MirabelError };
  'track:success': { kind: TrackKind; result: TrackResult };
  'track:error': { kind: TrackKind; result: TrackResult };
  consent: { granted: boolean };
}

/** What `widget-bootstrap` says of the shop. */
export type ShopSettings = Wire['BootstrapResponse'];

export interface InitOptions {
  /** Address of the service, such as `https://search.shop.example`. */
  baseUrl: string;
  /** Slug of the shop. */
  tenant: string;
  /** A public key, `mb_pk_live_…`. */
  key: string;
  /** Default `results_page`. */
  channel?: Channel;
  /** `required`: nothing is stored or sent for tracking before `setConsent(true)`. Default `granted`. */
  consent?: 'granted' | 'required';
  /** Of the queries, BCP 47; default the shop's. */
  locale?: string;
  /** Default: made and kept by the SDK. On a server: the shopper's, or nothing is tracked. */
  session_id?: string;
  /** What `widget-bootstrap` answered; the script tag brings it along. */
  settings?: ShopSettings;
}

/** What a shop's page searches and tracks with. */
export interface Mirabel {
  /** What was given to `init`. */
  readonly settings: ShopSettings | undefined;
  /**
   * Searches. A search event is sent by itself unless `track` is false; it never delays or breaks the answer.
   * @throws MirabelError, or an `AbortError` when `signal` was aborted.
   */
  search(query: string, options?: SearchOptions): Promise<SearchResponse>;
  /**
   * Suggests queries and items for what is being typed.
   * @throws MirabelError, or an `AbortError` when `signal` was aborted.
   */
  suggest(query: string, options?: SuggestOptions): Promise<SuggestResponse>;
  /** Reports a search that was shown; not needed after `search`. Never rejects. */
  trackSearch(event: SearchEvent): Promise<TrackResult>;
  /** Reports a click on a result. Never rejects. */
  trackClick(event: ClickEvent): Promise<TrackResult>;
  /** Reports a purchase: of one item, or of several of an order (an answer for each). Never rejects. */
  trackConversion(event: ConversionEvent): Promise<TrackResult>;
  trackConversion(event: OrderEvent): Promise<TrackResult[]>;
  /** The session's UUID. Without consent one that is neither stored nor sent. */
  getSessionId(): string;
  /** Says whether the shopper agrees to tracking. Refusing erases what is stored and drops what is on its way. */
  setConsent(granted: boolean): void;
  /** Calls `handler` at each such event. @returns what ends that. */
  on<Name extends keyof MirabelEvents>(name: Name, handler: (payload: MirabelEvents[Name]) => void): () => void;
}
