import { readFile, writeFile, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { requireNode24 } from './node-version.mjs';

await requireNode24();
const { build } = await import('./build.mjs');
await build();
const { sdkTypes } = await import('./sdk-types.ts');
const { panelTypes } = await import('./panel-types.ts');
const { generated } = await import('../dist/src/generated.js');

async function writeTypes(document) {
  for (const [path, content] of [await sdkTypes(document), await panelTypes(document)]) {
    await writeFile(path, content);
    console.log(`wrote ${path}`);
  }
}

const dataDir = await mkdtemp(join(tmpdir(), 'mirabel-generate-'));
try {
  for (const [path, content] of await generated(dataDir, (name) => readFile(name, 'utf8'))) {
    await writeFile(path, content);
    console.log(`wrote ${path}`);
    if (path === 'openapi.json') await writeTypes(JSON.parse(content));
  }
} finally {
  await rm(dataDir, { recursive: true, force: true });
}
