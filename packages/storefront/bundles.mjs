/** What Vite makes of this package: a script and a style sheet for the pages under /demo. */

/** @type {import('vite').InlineConfig[]} */
export const bundles = [
  {
    build: {
      lib: {
        entry: 'src/main.ts',
        formats: ['iife'],
        name: 'mirabelStorefront',
        fileName: () => 'mirabel-storefront.global.js',
        cssFileName: 'mirabel-storefront.global',
      },
      minify: 'oxc',
      cssTarget: 'chrome123',
    },
  },
];
