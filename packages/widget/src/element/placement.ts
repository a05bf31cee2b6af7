const GAP = 8;
/** Below this width the panel takes the whole one. */
const PHONE = 640;
const WIDEST = 720;
const NARROWEST = 420;

/** Puts the panel under the box. Through the CSS object model, which a page's content policy lets pass. */
export function placePanel(panel: HTMLElement, box: HTMLElement): void {
  const { left, right, bottom, width } = box.getBoundingClientRect();
  const view = document.documentElement.clientWidth;
  const height = window.visualViewport?.height ?? window.innerHeight;
  const set = (name: string, pixels: number): void => panel.style.setProperty(name, `${Math.round(pixels)}px`);
  const top = Math.max(0, bottom) + GAP;
  if (view < PHONE) {
    set('left', 0);
    set('width', view);
  } else {
    const wanted = Math.min(Math.max(width, NARROWEST), WIDEST, view - 2 * GAP);
    const start = getComputedStyle(box).direction === 'rtl' ? right - wanted : left;
    set('left', Math.min(Math.max(GAP, start), view - wanted - GAP));
    set('width', wanted);
  }
  set('top', top);
  set('max-height', Math.max(160, height - top - GAP));
}
