import { demoCatalogue } from '../catalogue/index.ts';
import { html } from './html.ts';
import { homePage } from './home-page.ts';
import { layout, type Shop } from './layout.ts';
import { productPage } from './product-page.ts';

const shop: Shop = { slug: 'demo', publicKey: 'mb_pk_live_x', script: '/assets/x.js', style: '/assets/x.css' };

test('what is filled into a template is text', () => {
  const evil = `<img src=x onerror="alert('1')">&`;
  expect(html`<p title="${evil}">${[evil, html`<b>${evil}</b>`, null, false, 7]}</p>`.text).toBe(
    `<p title="${escaped}">${escaped}<b>${escaped}</b>7</p>`,
  );
});
const escaped = '&lt;img src=x onerror=&quot;alert(&#39;1&#39;)&quot;&gt;&amp;';

test('a product may have hardly a field, or the wrong ones', () => {
  const page = layout(
    shop,
    productPage({ id: 'x', title: '<script>alert(1)</script>', price: 'abc', attributes: [1], stock: null }),
  );
  expect(page).toContain('&lt;script&gt;alert(1)&lt;/script&gt;');
  expect(page).not.toContain('<script>alert');
});

test('pages hold no inline script, no inline style and no handler', () => {
  const document = demoCatalogue()[0]!;
  for (const content of [homePage(demoCatalogue()), productPage({ ...document })]) {
    const page = layout(shop, content);
    expect(page).not.toMatch(/<script>|<style|\sstyle=|\son\w+=/i);
    expect(page).toContain(html`<title>${content.title}</title>`.text);
  }
});

test('the home page shows a product once, and only what is in stock', () => {
  const page = homePage(demoCatalogue());
  const shown = [...page.body.text.matchAll(/href="\/demo\/p\/([^"]+)"/g)].map(([, id]) => id);
  expect(new Set(shown).size).toBe(shown.length);
  const stock = new Map(demoCatalogue().map(({ id, stock: count }) => [id, count]));
  for (const id of shown) expect(stock.get(id!)).toBeGreaterThan(0);
});
