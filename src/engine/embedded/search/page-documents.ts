import type { IndexState } from './index-state.ts';

interface Shown {
  view: number;
  document: number;
}

/** Reading from the system's cache takes microseconds; once a page has taken this long, ms, the disk is being waited for. */
const PATIENCE = 2;

/** JSON of the hits of a page, in order. A promise only when the disk is slow: then the event loop is not held for it. */
export function readPage(state: IndexState, page: readonly Shown[]): Uint8Array[] | Promise<Uint8Array[]> {
  const began = performance.now();
  const json: Uint8Array[] = [];
  for (const { view, document } of page) {
    json.push(state.views[view]!.segment.jsonOf(document));
    if (json.length < page.length && performance.now() - began > PATIENCE) {
      const rest = page.slice(json.length).map((hit) => state.views[hit.view]!.segment.jsonLater(hit.document));
      return Promise.all(rest).then((later) => [...json, ...later]);
    }
  }
  return json;
}
