import { readFile, writeFile, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { requireNode24 } from './node-version.mjs';

await requireNode24();
const { build } = await import('./build.mjs');
await build();
const { generated } = await import('../dist/src/generated.js');

const dataDir = await mkdtemp(join(tmpdir(), 'mirabel-generate-'));
try {
  for (const [path, content] of await generated(dataDir, (name) => readFile(name, 'utf8'))) {
    await writeFile(path, content);
    console.log(`wrote ${path}`);
  }
} finally {
  await rm(dataDir, { recursive: true, force: true });
}
