import { init } from './index.ts';
import type { InitOptions, Mirabel, ShopSettings } from './types.ts';

/** What `widget-bootstrap.js` writes below the SDK. */
export interface Configuration {
  tenant: string;
  key: string;
  settings: ShopSettings;
}

const ELEMENT = 'mirabel-search';
const SCRIPT = '/widget-bootstrap.js';

type Page = Window & { mb?: Mirabel };

/**
 * Makes `window.mb` and tells the page so (`mirabel:ready`). The service's address is where the script came from; its tag
 * may carry `data-channel`, `data-consent` and `data-locale`. The widget is loaded when the page has an element for it.
 */
export function boot({ tenant, key, settings }: Configuration): void {
  const page = window as Page;
  const tag = (document.currentScript ??
    document.querySelector(`script[src*="${SCRIPT}"]`)) as HTMLScriptElement | null;
  // The tag stands twice in the page.
  if (!tag || typeof page.mb?.trackClick === 'function') return;
  const baseUrl = tag.src.slice(0, tag.src.lastIndexOf('/v1/'));
  const { channel, consent, locale } = tag.dataset as Partial<InitOptions>;
  page.mb = init({
    baseUrl,
    tenant,
    key,
    settings,
    ...(channel ? { channel } : {}),
    // Whatever is said of consent but "granted" means that somebody wants to be asked.
    ...(consent && consent !== 'granted' ? { consent: 'required' } : {}),
    ...(locale ? { locale } : {}),
  });
  page.dispatchEvent(new CustomEvent('mirabel:ready', { detail: page.mb }));
  if (settings.widget) whenUsed(() => load(`${baseUrl}/${settings.widget}`));
}

function load(src: string): void {
  const script = document.createElement('script');
  script.src = src;
  script.async = true;
  document.head.append(script);
}

/** Calls `work` once the page holds the element: now, when it has been read, or when a script adds it. */
function whenUsed(work: () => void): void {
  const elements = document.getElementsByTagName(ELEMENT);
  if (elements.length > 0) return work();
  const observer = new MutationObserver(() => {
    if (elements.length === 0) return;
    observer.disconnect();
    work();
  });
  observer.observe(document.documentElement, { childList: true, subtree: true });
}
