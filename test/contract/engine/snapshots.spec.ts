import { randomUUID } from 'node:crypto';
import { mkdtemp, readFile, readdir, rm, truncate, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createEmbeddedEngine, type EngineEvent } from '../../../src/engine/embedded/index.ts';
import { ask, put } from '../../../src/engine/port/conformance/index.ts';
import { IndexClosedError, type Change } from '../../../src/engine/port/index.ts';
import { tenantContext, type TenantContext } from '../../../src/kernel/tenant-context.ts';

let directory: string;
let tenant: TenantContext;
let events: EngineEvent[];

beforeEach(async () => {
  directory = await mkdtemp(join(tmpdir(), 'snapshots-'));
  tenant = tenantContext(randomUUID(), 'shop');
  events = [];
});
afterEach(() => rm(directory, { recursive: true, force: true }));

const start = (memoryBudgetBytes = 1 << 30): ReturnType<typeof createEmbeddedEngine> =>
  createEmbeddedEngine({ directory, memoryBudgetBytes, log: (event) => events.push(event) });
const lamps = (count: number): Change[] =>
  Array.from({ length: count }, (_, at) => put({ id: `lamp-${at}`, title: `Desk lamp ${at}`, popularity: at }));

async function written(): Promise<{ manifest: string; segments: string[] }> {
  const engine = start();
  const index = await engine.open(tenant);
  await index.apply({ version: 7, changes: lamps(50) });
  await engine.close();
  const folder = join(directory, tenant.tenantId);
  const names = await readdir(folder);
  return {
    manifest: join(folder, 'manifest'),
    segments: names.filter((name) => name.endsWith('.seg')).map((name) => join(folder, name)),
  };
}

async function expectRebuilt(): Promise<void> {
  const engine = start();
  const index = await engine.open(tenant);
  expect(index.version).toBe(0);
  expect(index.stats().documents).toBe(0);
  expect(events.some(({ level }) => level === 'warn')).toBe(true);
  await index.apply({ version: 1, changes: lamps(3) });
  expect((await index.search(ask('lamp'))).total).toBe(3);
  await engine.close();
}

it('comes back as it was', async () => {
  await written();
  const engine = start();
  const index = await engine.open(tenant);
  expect(index.version).toBe(7);
  const result = await index.search(ask('desk lamp', {}, { limit: 2 }));
  expect(result.total).toBe(50);
  expect(result.hits.map(({ id }) => id)).toEqual(['lamp-49', 'lamp-48']);
  await index.apply({ version: 7, changes: lamps(1) });
  expect(index.version).toBe(7);
  await engine.close();
});

it('notices a segment that was cut off', async () => {
  const { segments } = await written();
  await truncate(segments[0]!, 1000);
  await expectRebuilt();
});

it('notices a byte that changed, wherever it is', async () => {
  const { segments } = await written();
  const sound = await readFile(segments[0]!);
  for (const at of [0, 5, 9, 13, 40, Math.floor(sound.length / 2), sound.length - 1]) {
    const damaged = Buffer.from(sound);
    damaged[at]! ^= 0x10;
    await written();
    const name = (await readdir(join(directory, tenant.tenantId))).find((entry) => entry.endsWith('.seg'));
    await writeFile(join(directory, tenant.tenantId, name!), damaged);
    events.length = 0;
    const engine = start();
    const index = await engine.open(tenant);
    expect(index.version).toBe(0);
    expect(events.some(({ level }) => level === 'warn')).toBe(true);
    await engine.close();
  }
});

it('notices a missing segment', async () => {
  const { segments } = await written();
  await rm(segments[0]!);
  await expectRebuilt();
});

it('notices a damaged or foreign manifest', async () => {
  for (const content of ['', 'x', '123\n{}', '{"format":0}']) {
    const { manifest } = await written();
    await writeFile(manifest, content);
    await expectRebuilt();
    await rm(join(directory, tenant.tenantId), { recursive: true, force: true });
  }
});

it('refuses a tenant id that is no uuid before it becomes a path', async () => {
  const engine = start();
  await expect(engine.open(tenantContext('../../etc', 'x'))).rejects.toThrow('uuid');
  await expect(engine.drop(tenantContext('..', 'x'))).rejects.toThrow('uuid');
  await engine.close();
});

it('forgets an index with its files', async () => {
  await written();
  const engine = start();
  const index = await engine.open(tenant);
  await engine.drop(tenant);
  expect(index.closed).toBe(true);
  expect(await readdir(directory)).toEqual([]);
  expect((await engine.open(tenant)).version).toBe(0);
  await engine.close();
});

it('drops the least recently used index when the budget is passed, and loads it again', async () => {
  const engine = start(20_000);
  const tenants = Array.from({ length: 6 }, () => tenantContext(randomUUID(), 'shop'));
  const opened = [];
  for (const one of tenants) {
    const index = await engine.open(one);
    await index.apply({ version: 3, changes: lamps(20) });
    await index.settle();
    opened.push(index);
  }
  await engine.settle();
  expect(opened[0]!.closed).toBe(true);
  expect(opened.at(-1)!.closed).toBe(false);
  await expect(opened[0]!.search(ask('lamp'))).rejects.toBeInstanceOf(IndexClosedError);
  const again = await engine.open(tenants[0]!);
  expect(again.version).toBe(3);
  expect((await again.search(ask('lamp'))).total).toBe(20);
  await engine.close();
});

it('builds large batches in the worker without holding the event loop, searches run meanwhile', async () => {
  const engine = start();
  const index = await engine.open(tenant);
  await index.apply({ version: 1, changes: lamps(5) });
  const push = index.apply({ version: 2, changes: lamps(3_000) });
  expect((await index.search(ask('lamp'))).total).toBe(5);
  await push;
  expect((await index.search(ask('lamp'))).total).toBe(3_000);
  await index.settle();
  expect(index.stats()).toMatchObject({ documents: 3_000, version: 2 });
  await engine.close();
});
