import { html, nothing, type TemplateResult } from 'lit-html';
import { plainText, safeUrl, segments } from '../core/text.ts';
import type { Banner, Hit } from '../core/wire.ts';
import type { Texts } from '../messages/index.ts';
import { parcel } from './icons.ts';

/** Text with its marks. Never HTML: each piece is a text node. */
export function highlighted(highlight: unknown, otherwise: unknown): TemplateResult {
  const parts = segments(highlight, otherwise).map(({ text, marked }) =>
    marked ? html`<mark part="mark">${text}</mark>` : text,
  );
  return html`<bdi>${parts}</bdi>`;
}

/** The name beside it says what the picture shows, so it has no text of its own. A drawing stands behind it if it fails. */
export function picture(hit: Hit): TemplateResult {
  const source = safeUrl(hit.image, document.baseURI);
  const image = html`<img
    src=${source ?? ''}
    alt=""
    loading="lazy"
    decoding="async"
    referrerpolicy="no-referrer-when-downgrade"
    @error=${(event: Event) => (event.target as HTMLElement).toggleAttribute('hidden', true)}
    @load=${(event: Event) => (event.target as HTMLElement).removeAttribute('hidden')}
  />`;
  return html`<span class="picture" part="image">${parcel}${source ? image : nothing}</span>`;
}

export function price(hit: Hit, texts: Texts): TemplateResult | typeof nothing {
  const text = texts.formats.price(hit.price, hit.currency);
  return text === null ? nothing : html`<span class="price" part="price"><bdi>${text}</bdi></span>`;
}

export function soldOut(hit: Hit, texts: Texts): TemplateResult | typeof nothing {
  const out = typeof hit.stock === 'number' && hit.stock <= 0;
  return out ? html`<span class="sold-out" part="sold-out">${texts.messages.soldOut}</span>` : nothing;
}

export function brand(hit: Hit): TemplateResult | typeof nothing {
  const text = plainText(hit.brand);
  return text ? html`<span class="brand" part="brand"><bdi>${text}</bdi></span>` : nothing;
}

export function banners(rows: Banner[] | undefined): (TemplateResult | typeof nothing)[] {
  return (rows ?? []).slice(0, 5).map((banner) => {
    const title = plainText(banner.title);
    if (!title) return nothing;
    const url = safeUrl(banner.url, document.baseURI);
    const image = safeUrl(banner.image, document.baseURI);
    const content = html`
      ${image ? html`<img class="banner-image" src=${image} alt="" loading="lazy" />` : nothing}
      <span class="banner-text"
        ><strong><bdi>${title}</bdi></strong> <bdi>${plainText(banner.text)}</bdi></span
      >
    `;
    return url
      ? html`<a class="banner" part="banner" href=${url}>${content}</a>`
      : html`<div class="banner" part="banner">${content}</div>`;
  });
}
