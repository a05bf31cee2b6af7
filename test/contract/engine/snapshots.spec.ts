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

it('keeps an index that somebody holds, whatever the budget', async () => {
  const engine = start(1);
  const held = await engine.open(tenant);
  const release = held.hold();
  await held.apply({ version: 1, changes: lamps(20) });
  const useOthers = async (): Promise<void> => {
    for (let at = 0; at < 3; at++) {
      const other = await engine.open(tenantContext(randomUUID(), 'shop'));
      await other.apply({ version: 1, changes: lamps(20) });
      await engine.settle();
    }
  };
  await useOthers();
  expect(held.closed).toBe(false);
  release();
  await useOthers();
  expect(held.closed).toBe(true);
  await engine.close();
});

it('rebuilds beside what it has: searches see the old state, then the new one, and a failure changes nothing', async () => {
  let engine = start();
  let index = await engine.open(tenant);
  await index.apply({ version: 9, changes: lamps(30) });
  await index.snapshot();
  await expect(
    index.rebuild(async (fresh) => {
      await fresh.apply({ version: 1, changes: lamps(3) });
      throw new Error('the database went away');
    }),
  ).rejects.toThrow('went away');
  expect([index.version, (await index.search(ask('lamp'))).total]).toEqual([9, 30]);
  await index.rebuild(async (fresh) => {
    expect(fresh.version).toBe(0);
    await fresh.apply({ version: 4, changes: lamps(2_000) });
    expect([index.version, (await index.search(ask('lamp'))).total]).toEqual([9, 30]);
  });
  expect([index.version, (await index.search(ask('lamp'))).total]).toEqual([4, 2_000]);
  await engine.close();
  engine = start();
  index = await engine.open(tenant);
  expect([index.version, (await index.search(ask('lamp 1999'))).hits[0]!.id]).toEqual([4, 'lamp-1999']);
  expect(events.filter(({ level }) => level !== 'info')).toEqual([]);
  await engine.close();
});

it('names the tenants of whom it has files', async () => {
  await written();
  const engine = start();
  expect(await engine.stored()).toEqual([tenant.tenantId]);
  await engine.drop(tenant);
  expect(await engine.stored()).toEqual([]);
  await engine.close();
});

it('never serves a document that changed on disk: the index is given up and opens empty', async () => {
  const { segments } = await written();
  const path = segments[0]!.replace('.seg', '.docs');
  const damaged = await readFile(path);
  damaged[damaged.length - 20]! ^= 0x10;
  await writeFile(path, damaged);
  const engine = start();
  const index = await engine.open(tenant);
  expect(index.version).toBe(7);
  await expect(index.search(ask('lamp', {}, { limit: 100 }))).rejects.toBeInstanceOf(IndexClosedError);
  expect(events).toMatchObject([{ level: 'warn', message: expect.stringContaining('rebuilt') }]);
  expect((await engine.open(tenant)).version).toBe(0);
  await engine.close();
});

it('notices documents that were cut off or are missing', async () => {
  for (const harm of [(path: string) => truncate(path, 100), (path: string) => rm(path)]) {
    const { segments } = await written();
    await harm(segments[0]!.replace('.seg', '.docs'));
    await expectRebuilt();
    await rm(join(directory, tenant.tenantId), { recursive: true, force: true });
    events.length = 0;
  }
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

it('leaves memory when it is released, unless somebody holds it, and comes back as it was', async () => {
  const engine = start();
  const index = await engine.open(tenant);
  await index.apply({ version: 7, changes: lamps(50) });
  await engine.settle();
  const letGo = index.hold();
  await engine.release(tenant);
  expect(index.closed).toBe(false);
  letGo();
  await engine.release(tenant);
  expect(index.closed).toBe(true);
  await engine.release(tenant);
  const again = await engine.open(tenant);
  expect(again.version).toBe(7);
  expect((await again.search(ask('desk lamp'))).total).toBe(50);
  await engine.close();
});
