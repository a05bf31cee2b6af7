/** The script-tag build: its exports become the members of `window.mirabel`. */
export { init, MirabelError } from './index.ts';
