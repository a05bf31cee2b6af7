/** The script-tag build: its exports become the members of `window.mirabel`. */
export { boot } from './boot.ts';
export { init, MirabelError } from './index.ts';
