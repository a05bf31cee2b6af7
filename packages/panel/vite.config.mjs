/**
 * The application and, for `npx vite packages/panel`, a development server that passes every question to a running
 * service. Sign in there as usual: the proxy changes nothing but the address.
 *
 * @type {import('vite').InlineConfig}
 */
export const panel = {
  base: '/panel/',
  build: {
    // The content security policy allows no data: addresses and no inline script.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    cssTarget: 'chrome123',
    sourcemap: false,
    rolldownOptions: {
      input: new URL('index.html', import.meta.url).pathname,
      // "use client" is for servers that draw React; there is none here.
      onLog: (level, log, handle) => log.code !== 'MODULE_LEVEL_DIRECTIVE' && handle(level, log),
    },
  },
};

const service = process.env.MIRABEL_URL ?? 'http://127.0.0.1:3000';
const proxy = Object.fromEntries(
  ['/v1', '/panel/api'].map((path) => [
    path,
    {
      target: service,
      changeOrigin: true,
      // The service compares the origin with its own address.
      headers: { origin: new URL(service).origin },
    },
  ]),
);

export default { ...panel, server: { proxy } };
