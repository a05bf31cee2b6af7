/** The script-tag build: its exports become the members of `window.mirabel`. */
export { MirabelError } from './errors.ts';
