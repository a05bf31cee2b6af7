import { base } from './base.ts';
import { overlay } from './overlay.ts';
import { results } from './results.ts';

let sheets: CSSStyleSheet[] | null = null;

/** Shared by all elements of the page. Constructed, so that a content policy without inline styles lets them pass. */
export function styleSheets(): CSSStyleSheet[] {
  sheets ??= [base, overlay, results].map((text) => {
    const sheet = new CSSStyleSheet();
    sheet.replaceSync(text);
    return sheet;
  });
  return sheets;
}
