import { requireNode24 } from './node-version.mjs';

await requireNode24();
const { build } = await import('./build.mjs');
build();
await import('../dist/src/main.js');
