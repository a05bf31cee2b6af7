import { el } from './dom.ts';
import { Kept } from './kept.ts';
import { mirabel } from './mirabel.ts';
import { log, onEntry, type Entry } from './wire-log.ts';

const NAMES: Record<Entry['kind'], string> = {
  search: 'search',
  suggest: 'suggest',
  shown: 'search shown',
  click: 'click',
  conversion: 'conversion',
};

const open = new Kept('larkspur:strip', 'sessionStorage', false);
/** Null: not asked, which in this demo means yes. */
const consent = new Kept<boolean | null>('larkspur:consent', 'localStorage', null);

/** Shows at the foot of every page what it sends to the service and what comes back. */
export function showStrip(): void {
  const list = el('ol', {
    class: 'entries',
    id: 'entries',
    tabindex: 0,
    'aria-label': 'Requests of this page, newest first',
  });
  const last = el('span', { class: 'last' });
  const toggle = el('button', { type: 'button', class: 'strip-toggle', 'aria-controls': 'entries' });
  const details = el('div', { class: 'strip-body' }, consentSwitch(), list);
  const strip = el('aside', { class: 'strip', 'aria-label': 'What this page sends' }, toggle, details);
  toggle.append(
    el('span', { class: 'strip-name' }, 'Behind the page'),
    last,
    el('span', { class: 'caret', 'aria-hidden': 'true' }),
  );
  const draw = (): void => {
    const entries = log().toReversed();
    toggle.setAttribute('aria-expanded', String(open.get()));
    details.hidden = !open.get();
    last.replaceChildren(...(entries[0] ? summary(entries[0]) : ['Search for something to see the events it sends.']));
    if (open.get()) list.replaceChildren(...entries.map(row));
  };
  toggle.addEventListener('click', () => {
    open.set(!open.get());
    draw();
  });
  onEntry(draw);
  document.body.append(strip);
  // Whatever its height, the foot of the page can be scrolled out from under it.
  new ResizeObserver(() => {
    document.documentElement.style.setProperty('--strip-room', `${strip.offsetHeight}px`);
  }).observe(strip);
  draw();
}

function summary(entry: Entry): Node[] {
  return [
    badge(entry),
    el('span', {}, entry.about),
    el('span', { class: `said ${state(entry)}` }, entry.answer || '…'),
  ];
}

function row(entry: Entry): HTMLElement {
  const time = new Date(entry.at).toLocaleTimeString('en-GB');
  return el(
    'li',
    {},
    el('time', {}, time),
    badge(entry),
    el('span', { class: 'about' }, entry.about, entry.channel ? el('small', {}, ` ${entry.channel}`) : null),
    el('span', { class: `said ${state(entry)}` }, entry.answer || 'on its way'),
    el('span', { class: 'took' }, entry.milliseconds === null ? '' : `${entry.milliseconds} ms`),
  );
}

function badge({ kind }: Entry): HTMLElement {
  return el('span', { class: `badge-kind ${kind}` }, NAMES[kind]);
}

function state({ ok }: Entry): string {
  return ok === null ? 'waiting' : ok ? 'fine' : 'failed';
}

function consentSwitch(): HTMLElement {
  const box = el('input', { type: 'checkbox', role: 'switch', id: 'consent' });
  box.checked = consent.get() !== false;
  box.addEventListener('change', () => {
    consent.set(box.checked);
    mirabel()?.setConsent(box.checked);
  });
  return el('label', { class: 'consent' }, box, ' Tracking allowed. Search works either way.');
}

/** Before anything is sent: a shopper who refused on an earlier page has refused here too. */
export function applyConsent(): void {
  if (consent.get() === false) mirabel()?.setConsent(false);
}
