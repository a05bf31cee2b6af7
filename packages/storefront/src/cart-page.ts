import { lines, onChange, setQuantity, totals, type Line } from './cart.ts';
import { el, find, money } from './dom.ts';

export function showCart(): void {
  const place = find('[data-cart]');
  if (!place) return;
  const draw = (): void => place.replaceChildren(...content());
  onChange(draw);
  draw();
}

function content(): HTMLElement[] {
  const all = lines();
  if (all.length === 0) {
    return [
      el('p', { class: 'hint' }, 'Nothing in it yet.'),
      el('p', {}, el('a', { class: 'secondary', href: '/demo/search' }, 'Look around')),
    ];
  }
  return [
    el('ul', { class: 'lines' }, ...all.map(row)),
    sums(all),
    el('p', { class: 'end' }, el('a', { class: 'primary', href: '/demo/checkout' }, 'To the checkout')),
  ];
}

function row(line: Line, index: number): HTMLElement {
  const quantity = el('input', {
    type: 'number',
    min: 0,
    max: 20,
    value: line.quantity,
    'aria-label': `Quantity of ${line.title}`,
  });
  quantity.addEventListener('change', () => setQuantity(index, Math.max(0, Math.round(quantity.valueAsNumber || 0))));
  const remove = el('button', { type: 'button', class: 'quiet', 'aria-label': `Remove ${line.title}` }, 'Remove');
  remove.addEventListener('click', () => {
    setQuantity(index, 0);
    find('#content')?.focus();
  });
  return el(
    'li',
    {},
    line.image ? el('img', { src: line.image, alt: '', width: 96, height: 96 }) : el('span'),
    el(
      'div',
      {},
      el('a', { href: `/demo/p/${encodeURIComponent(line.id)}` }, line.title),
      line.size ? el('p', { class: 'hint' }, `Size ${line.size}`) : null,
      el('p', { class: 'controls' }, quantity, remove),
    ),
    el('p', { class: 'price' }, money((Math.round(line.price * 100) * line.quantity) / 100, line.currency)),
  );
}

export function sums(all: readonly Line[]): HTMLElement {
  return el(
    'dl',
    { class: 'sums' },
    ...totals(all).map(({ currency, amount }) =>
      el('div', {}, el('dt', {}, 'Total'), el('dd', {}, money(amount, currency))),
    ),
  );
}
