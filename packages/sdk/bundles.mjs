/** What Vite makes of this package, in this order. Read by scripts/packages.mjs. */
const entry = { index: 'src/index.ts', instantsearch: 'src/instantsearch.ts' };

/** @type {import('vite').InlineConfig[]} */
export const bundles = [
  { build: { lib: { entry, formats: ['es'], fileName: (_, name) => `${name}.js` }, minify: false } },
  { build: { lib: { entry, formats: ['cjs'], fileName: (_, name) => `cjs/${name}.js` }, minify: false } },
  {
    build: {
      lib: { entry: 'src/global.ts', formats: ['iife'], name: 'mirabel', fileName: () => 'mirabel.global.js' },
      minify: 'oxc',
    },
  },
];
