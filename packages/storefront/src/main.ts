import './storefront.css';
import { lines, onChange } from './cart.ts';
import { showCart } from './cart-page.ts';
import { showCheckout, showThanks } from './checkout-page.ts';
import { find } from './dom.ts';
import { showProduct } from './product-page.ts';
import { applyConsent, showStrip } from './strip.ts';
import { applyTheme, showThemeSwitch } from './theme.ts';
import { watch } from './wire-log.ts';

// This script comes first and at once; the SDK after it finds a `fetch` that is watched.
applyTheme();
watch();

document.addEventListener('DOMContentLoaded', () => {
  applyConsent();
  showCount();
  showThemeSwitch();
  showStrip();
  const pages: Record<string, () => void> = {
    product: showProduct,
    cart: showCart,
    checkout: showCheckout,
    thanks: showThanks,
  };
  pages[document.documentElement.dataset['page'] ?? '']?.();
});

function showCount(): void {
  const badge = find('[data-cart-count]');
  const link = badge?.closest('a');
  const draw = (): void => {
    const count = lines().reduce((sum, { quantity }) => sum + quantity, 0);
    if (badge) {
      badge.textContent = String(count);
      badge.hidden = count === 0;
    }
    link?.setAttribute(
      'aria-label',
      count === 0 ? 'Basket, empty' : `Basket, ${count} ${count === 1 ? 'piece' : 'pieces'}`,
    );
  };
  onChange(draw);
  // Another tab, or the way back.
  addEventListener('storage', draw);
  addEventListener('pageshow', draw);
  draw();
}
