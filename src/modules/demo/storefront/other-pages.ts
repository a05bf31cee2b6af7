import { html } from './html.ts';
import { serviceAttributes, type PageContent, type Shop } from './layout.ts';

export const searchPage = (shop: Shop): PageContent => ({
  title: 'Search · Larkspur',
  kind: 'search',
  body: html`<h1 class="unseen">Search</h1>
    <mirabel-search
      ${serviceAttributes(shop)}
      mode="results"
      facets="categories,brand,price,attributes.colour,attributes.material,attributes.size,in_stock"
    ></mirabel-search>`,
});

export const cartPage: PageContent = {
  title: 'Basket · Larkspur',
  kind: 'cart',
  body: html`<h1>Your basket</h1>
    <div data-cart></div>`,
};

export const checkoutPage: PageContent = {
  title: 'Checkout · Larkspur',
  kind: 'checkout',
  body: html`<h1>Checkout</h1>
    <div class="checkout">
      <form class="order" data-order>
        <p class="hint">
          This is a demo: the address stays in this page, only what was bought is reported, as a shop would.
        </p>
        <label>Name <input name="name" autocomplete="name" required maxlength="100" value="Alex Demo" /></label>
        <label
          >E-mail
          <input name="email" type="email" autocomplete="email" required maxlength="200" value="alex@shop.example"
        /></label>
        <label
          >Street and number
          <input name="street" autocomplete="street-address" required maxlength="200" value="1 Garden Lane"
        /></label>
        <div class="pair">
          <label
            >Postcode <input name="postcode" autocomplete="postal-code" required maxlength="20" value="10115"
          /></label>
          <label
            >City <input name="city" autocomplete="address-level2" required maxlength="100" value="Berlin"
          /></label>
        </div>
        <button class="primary">Place the order</button>
      </form>
      <aside class="summary" data-summary aria-label="Your order"></aside>
    </div>`,
};

export const thanksPage: PageContent = {
  title: 'Thank you · Larkspur',
  kind: 'thanks',
  body: html`<section class="thanks">
    <h1>Thank you.</h1>
    <div data-thanks></div>
    <p><a class="secondary" href="/demo">Back to the shop</a></p>
  </section>`,
};

export const missingPage: PageContent = {
  title: 'Not found · Larkspur',
  kind: 'missing',
  body: html`<section class="thanks">
    <h1>This page is not here.</h1>
    <p>The product may be gone, or the address has a typo. Search is good with typos; addresses are not.</p>
    <p><a class="secondary" href="/demo">To the shop</a></p>
  </section>`,
};
