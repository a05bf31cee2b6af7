/** What Vite makes of this package, in this order. Read by scripts/packages.mjs. */

/** @type {import('vite').InlineConfig[]} */
export const bundles = [
  {
    build: {
      lib: { entry: { index: 'src/index.ts', register: 'src/register.ts' }, formats: ['es'] },
      // A bundler of the shop's brings its own copy, once.
      rolldownOptions: { external: /^lit-html/ },
      minify: false,
    },
  },
  {
    build: {
      lib: {
        entry: 'src/register.ts',
        formats: ['iife'],
        name: 'mirabelWidget',
        fileName: () => 'mirabel-widget.global.js',
      },
      minify: 'oxc',
    },
  },
];
