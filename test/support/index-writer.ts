import { createEmbeddedEngine } from '../../src/engine/embedded/index.ts';
import type { CatalogDocument, Change } from '../../src/engine/port/index.ts';
import { tenantContext } from '../../src/kernel/tenant-context.ts';

/**
 * Writes an index until it is killed: `index-writer.ts <folder> <tenant id>`. Says what it is about to do and what it has
 * done, a line each, so that a test can kill it there. The catalogue's version alone decides what each write holds.
 */
const IDS = 900;
/** Every fourth write is large enough for a worker thread and a file of documents. */
const LARGE = 300;

export function writeOf(version: number): Change[] {
  const count = version % 4 === 0 ? LARGE : 1 + (version % 7);
  return Array.from({ length: count }, (_, at): Change => {
    const id = `p${(version * 131 + at) % IDS}`;
    if ((version + at) % 11 === 0) return { kind: 'delete', id };
    const description = `written with ${version}, and long enough to lie in a file: ${'lamp '.repeat(60)}`;
    const document: CatalogDocument = { id, title: `Lamp v${version}x`, url: '/', docType: 'product', description };
    return { kind: 'upsert', id, document, json: Buffer.from(JSON.stringify(document)) };
  });
}

async function write(directory: string, tenantId: string): Promise<void> {
  const engine = createEmbeddedEngine({ directory, memoryBudgetBytes: 1 << 30, log: ({ message }) => say(message) });
  say('opening');
  const index = await engine.open(tenantContext(tenantId, 'shop'));
  say(`opened ${index.version}`);
  for (let version = index.version + 1; ; version++) {
    say('writing');
    await index.apply({ version, changes: writeOf(version) });
    say(`written ${version}`);
    if (version % 3 !== 0) continue;
    const snapshot = index.snapshot();
    say('saving');
    await snapshot;
    say(`saved ${version}`);
  }
}

function say(line: string): void {
  process.stdout.write(`${line}\n`);
}

const [directory, tenantId] = process.argv.slice(2);
if (process.argv[1]?.endsWith('index-writer.ts') && directory && tenantId) await write(directory, tenantId);
