import { MirabelSearch } from './element/mirabel-search.ts';

if (!customElements.get('mirabel-search')) customElements.define('mirabel-search', MirabelSearch);
