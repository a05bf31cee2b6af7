import { empty, lastOrder, lines, revenue, type Line, type Order } from './cart.ts';
import { sums } from './cart-page.ts';
import { el, find, money } from './dom.ts';
import { mirabel } from './mirabel.ts';

export function showCheckout(): void {
  const form = find<HTMLFormElement>('[data-order]');
  const summary = find('[data-summary]');
  if (!form || !summary) return;
  const all = lines();
  summary.replaceChildren(el('h2', {}, 'Your order'), ...overview(all));
  if (all.length === 0) form.querySelector('button')!.disabled = true;
  form.addEventListener('submit', (event) => {
    event.preventDefault();
    place(all);
  });
}

/** The report and the next page at once, as in a shop: the request must survive that the page goes away. */
function place(all: Line[]): void {
  const order: Order = { id: `LK-${Date.now().toString(36).toUpperCase()}-${number()}`, lines: all };
  report(order);
  lastOrder.set(order);
  empty();
  location.assign('/demo/thanks');
}

function number(): string {
  return String(crypto.getRandomValues(new Uint32Array(1))[0]! % 10_000).padStart(4, '0');
}

/** One conversion an item. An order in two currencies is two reports, for revenue is never summed across. */
function report({ id, lines: all }: Order): void {
  for (const currency of new Set(all.map((line) => line.currency))) {
    const items = merged(all.filter((line) => line.currency === currency));
    void mirabel()?.trackConversion({ order_id: id, currency, items });
  }
}

/** Two sizes of a product are one item of the order. */
function merged(all: readonly Line[]): { item_id: string; revenue: string; quantity: number }[] {
  const items = new Map<string, Line>();
  for (const line of all) {
    const known = items.get(line.id);
    items.set(line.id, { ...line, quantity: line.quantity + (known?.quantity ?? 0) });
  }
  return [...items.values()].map((line) => ({ item_id: line.id, revenue: revenue(line), quantity: line.quantity }));
}

function overview(all: readonly Line[]): HTMLElement[] {
  if (all.length === 0) return [el('p', { class: 'hint' }, 'The basket is empty.')];
  const rows = all.map((line) =>
    el(
      'li',
      {},
      el('span', {}, `${line.quantity} × ${line.title}`, line.size ? `, ${line.size}` : ''),
      el('span', { class: 'price' }, money(Number(revenue(line)), line.currency)),
    ),
  );
  return [el('ul', { class: 'overview' }, ...rows), sums(all)];
}

export function showThanks(): void {
  const place = find('[data-thanks]');
  const order = lastOrder.get();
  if (!place) return;
  if (!order) return place.replaceChildren(el('p', { class: 'hint' }, 'There is no order in this window.'));
  place.replaceChildren(
    el('p', {}, 'Your order ', el('strong', { 'data-order-id': true }, order.id), ' is on its way to nowhere.'),
    el('p', { class: 'hint' }, 'What the shop reported about it stands in the strip below.'),
    ...overview(order.lines),
  );
}
