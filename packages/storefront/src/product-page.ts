import { add } from './cart.ts';
import { el, find, money } from './dom.ts';

interface Similar {
  items: { title: string; url?: string; image?: string; brand?: string; price?: number; currency?: string }[];
}

export function showProduct(): void {
  const form = find<HTMLFormElement>('[data-add]');
  const { add: id = '', title = '', price = '', currency = 'EUR', image = '' } = form?.dataset ?? {};
  form?.addEventListener('submit', (event) => {
    event.preventDefault();
    const field = (name: string): string => (form.elements.namedItem(name) as HTMLInputElement | null)?.value ?? '';
    add({
      id,
      title,
      price: Number(price),
      currency,
      image,
      size: field('size'),
      quantity: Number(field('quantity')) || 1,
    });
    const link = el('a', { href: '/demo/cart' }, 'See the basket');
    find('[data-added]')?.replaceChildren('Added. ', link);
  });
  if (id) void showSimilar(id);
}

/** A help, not a promise: without an answer the section stays away. */
async function showSimilar(id: string): Promise<void> {
  const section = find('[data-similar]');
  const { tenant, key } = document.documentElement.dataset;
  try {
    const response = await fetch(`/v1/${tenant}/items/${encodeURIComponent(id)}/similar?limit=4`, {
      headers: { authorization: `Bearer ${key}` },
      credentials: 'omit',
      signal: AbortSignal.timeout(10_000),
    });
    const { items } = (await response.json()) as Similar;
    if (!section || !response.ok || items.length === 0) return;
    section.append(el('ul', { class: 'cards' }, ...items.slice(0, 4).map(card)));
    section.hidden = false;
  } catch {
    // Not reachable.
  }
}

function card({ title, url, image, brand, price, currency }: Similar['items'][number]): HTMLElement {
  const href = url?.startsWith('/') && !url.startsWith('//') ? url : null;
  return el(
    'li',
    { class: 'card' },
    el('img', { src: image ?? '', alt: '', width: 400, height: 400, loading: 'lazy' }),
    el('p', { class: 'brand' }, brand ?? ''),
    el('a', { href }, title),
    el('p', { class: 'price' }, typeof price === 'number' ? money(price, currency ?? 'EUR') : ''),
  );
}
