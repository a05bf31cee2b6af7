import { render } from 'lit-html';
import type { SearchClient } from '../core/wire.ts';
import { Texts, type Messages } from '../messages/index.ts';
import { ATTRIBUTES, clientOf, readConfig } from './config.ts';
import { OverlayPart } from './overlay-part.ts';
import { ResultsPart } from './results-part.ts';
import { styleSheets } from './styles/index.ts';

/** Results elements that are on the page: a search box beside one searches in place. */
const onPage = new Set<MirabelSearch>();

/**
 * `<mirabel-search>`: a search box with a panel of suggestions, or with `mode="results"` the page of results. Attributes,
 * events, parts and custom properties are listed in the package's README.
 */
export class MirabelSearch extends HTMLElement {
  static readonly observedAttributes = ATTRIBUTES;

  readonly #root: ShadowRoot;
  #part: OverlayPart | ResultsPart | null = null;
  #client: SearchClient | null = null;
  #messages: Partial<Messages> = {};
  #restarting = false;

  constructor() {
    super();
    this.#root = this.attachShadow({ mode: 'open', delegatesFocus: true });
    this.#root.adoptedStyleSheets = styleSheets();
  }

  /** Whom to ask instead of the page's `mb`. */
  get client(): SearchClient | null {
    return this.#client;
  }

  set client(client: SearchClient | null) {
    this.#client = client;
    this.#restart();
  }

  /** A shop's own words; what is left out stays as it is. */
  get messages(): Partial<Messages> {
    return this.#messages;
  }

  set messages(messages: Partial<Messages>) {
    this.#messages = messages;
    this.#restart();
  }

  /** Shows results for these words, when this is a page of results. */
  search(query: string): void {
    if (this.#part instanceof ResultsPart) this.#part.search(query);
  }

  connectedCallback(): void {
    this.#start();
  }

  disconnectedCallback(): void {
    this.#stop();
  }

  attributeChangedCallback(_name: string, before: string | null, after: string | null): void {
    if (before !== after) this.#restart();
  }

  #start(): void {
    const config = readConfig(this);
    const texts = new Texts(config.locale, this.#messages);
    const client = (): SearchClient => clientOf(this, this.#client);
    const announce = (type: string, detail: object): boolean =>
      this.dispatchEvent(new CustomEvent(type, { detail, bubbles: true, composed: true, cancelable: true }));
    if (config.mode === 'results') {
      onPage.add(this);
      this.#part = new ResultsPart(this.#root, client, config, texts, announce);
    } else {
      const showResults = (query: string): boolean => {
        const here = new URL(config.resultsUrl, document.baseURI);
        const [results] = here.origin === location.origin && here.pathname === location.pathname ? onPage : [];
        results?.search(query);
        return results !== undefined;
      };
      this.#part = new OverlayPart(this.#root, client, config, texts, announce, showResults);
    }
  }

  #stop(): void {
    onPage.delete(this);
    this.#part?.dispose();
    this.#part = null;
    render(null, this.#root);
  }

  /** Several attributes set in a row are one change. */
  #restart(): void {
    // Before the start there is nothing to start again: an upgrade reports the attributes first.
    if (!this.#part || this.#restarting) return;
    this.#restarting = true;
    queueMicrotask(() => {
      this.#restarting = false;
      if (!this.isConnected || !this.#part) return;
      this.#stop();
      this.#start();
    });
  }
}
