import { panel } from './vite.config.mjs';

/** What Vite makes of this package: the application that the service serves under /panel. */

/** @type {import('vite').InlineConfig[]} */
export const bundles = [panel];
