import { requireNode24 } from '../../scripts/node-version.mjs';

await requireNode24();
const { build } = await import('../../scripts/build.mjs');
await build();
await import('./run.mjs');
