import { spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { createEmbeddedEngine, type EngineEvent } from '../../../src/engine/embedded/index.ts';
import { ask } from '../../../src/engine/port/conformance/index.ts';
import type { SearchIndex } from '../../../src/engine/port/index.ts';
import { tenantContext } from '../../../src/kernel/tenant-context.ts';
import { writeOf } from '../../support/index-writer.ts';

const WRITER = fileURLToPath(new URL('../../support/index-writer.ts', import.meta.url));
const tenant = tenantContext(randomUUID(), 'shop');
let directory: string;

beforeAll(async () => {
  directory = await mkdtemp(join(tmpdir(), 'crash-'));
});
afterAll(() => rm(directory, { recursive: true, force: true }));

/** Lets a process write and kills it at its `lines`th word. Answers the last version that it said was saved. */
async function killAt(lines: number): Promise<number> {
  const child = spawn(process.execPath, [WRITER, directory, tenant.tenantId], { stdio: ['ignore', 'pipe', 'inherit'] });
  const ended = once(child, 'exit');
  let saved = 0;
  let heard = 0;
  for await (const line of createInterface({ input: child.stdout })) {
    if (line.startsWith('saved ')) saved = Number(line.slice(6));
    if (++heard === lines) child.kill('SIGKILL');
  }
  expect((await ended)[1]).toBe('SIGKILL');
  return saved;
}

/** Every document as the writes up to the index's version leave it, by its bytes. */
async function expectStateOf(index: SearchIndex): Promise<void> {
  const expected = new Map<string, string>();
  for (let version = 1; version <= index.version; version++) {
    for (const change of writeOf(version)) {
      if (change.kind === 'upsert') expected.set(change.id, Buffer.from(change.json).toString());
      else expected.delete(change.id);
    }
  }
  const { hits, total } = await index.search(ask('lamp', {}, { limit: 1_000 }));
  expect(total).toBe(expected.size);
  expect(new Map(hits.map(({ id, json }) => [id, Buffer.from(json).toString()]))).toEqual(expected);
}

it('lets a second process use the folder of a living one for nothing', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'claim-'));
  const child = spawn(process.execPath, [WRITER, folder, tenant.tenantId], { stdio: ['ignore', 'pipe', 'inherit'] });
  const lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]();
  while (!(await lines.next()).value?.startsWith('saved ')) continue;
  const events: EngineEvent[] = [];
  const engine = createEmbeddedEngine({
    directory: folder,
    memoryBudgetBytes: 1 << 30,
    log: (event) => events.push(event),
  });
  const index = await engine.open(tenant);
  expect([index.version, events.map(({ message }) => message)]).toEqual([
    0,
    [expect.stringContaining('another process')],
  ]);
  await index.apply({ version: 4, changes: writeOf(4) });
  await engine.close();
  // The first one was not disturbed: it goes on saving, and what it saved is whole.
  const ended = once(child, 'exit');
  while (!(await lines.next()).value?.startsWith('saved ')) continue;
  child.kill('SIGKILL');
  await ended;
  const later = createEmbeddedEngine({ directory: folder, memoryBudgetBytes: 1 << 30 });
  await expectStateOf(await later.open(tenant));
  await later.close();
  await rm(folder, { recursive: true, force: true });
});

it('is at exactly the state of a version after kill -9 at any moment, and never behind what was saved', async () => {
  let least = 0;
  for (let round = 0; round < 8; round++) {
    const lines = round < 3 ? round + 1 : 2 + Math.floor(Math.random() * 40);
    least = Math.max(least, await killAt(lines));
    const events: EngineEvent[] = [];
    const engine = createEmbeddedEngine({ directory, memoryBudgetBytes: 1 << 30, log: (event) => events.push(event) });
    const index = await engine.open(tenant);
    expect({ round, lines, events }).toEqual({ round, lines, events: [] });
    expect(index.version).toBeGreaterThanOrEqual(least);
    await expectStateOf(index);
    const next = index.version + 1;
    await index.apply({ version: next, changes: writeOf(next) });
    await expectStateOf(index);
    await engine.close();
    least = next;
    const files = await readdir(join(directory, tenant.tenantId));
    expect(files.filter((name) => name.endsWith('.tmp'))).toEqual([]);
    expect(files.filter((name) => name.endsWith('.docs'))).toHaveLength(
      files.filter((name) => name.endsWith('.seg')).length,
    );
  }
});
