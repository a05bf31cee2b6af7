import { setImmediate as nextTurn } from 'node:timers/promises';
import { failing, FaultyEngine } from '../../../test/support/faulty-engine.ts';
import { EngineError, type Change, type ChangeBatch } from '../../engine/port/index.ts';
import { tenantContext } from '../../kernel/tenant-context.ts';
import type { CatalogFeed, FeedStart } from '../items/index.ts';
import { IndexFollower } from './index-follower.ts';

const tenant = tenantContext('00000000-0000-7000-8000-000000000001', 'shop');

function upsert(id: string): Change {
  const document = { id, title: id, url: '/p', docType: 'product' };
  return { kind: 'upsert', id, document, json: Buffer.from(JSON.stringify(document)) };
}

/** A catalogue whose head and changes a test sets by hand. */
class ListFeed implements Pick<CatalogFeed, 'head' | 'start' | 'batches'> {
  heads: { version: number; purged: number }[] = [];
  readonly changes: ChangeBatch[] = [];
  reads = 0;
  gate: Promise<void> = Promise.resolve();

  add(version: number, ...changes: Change[]): void {
    this.changes.push({ version, changes });
    this.heads = [{ version, purged: 0 }];
  }

  /** The last head stays. */
  async head(): Promise<{ version: number; purged: number }> {
    this.reads++;
    return this.heads.length > 1 ? this.heads.shift()! : this.heads[0]!;
  }

  /** As if the first page were never all. */
  async start(): Promise<FeedStart> {
    return { ...(await this.head()), page: { rows: [], isLast: false } };
  }

  async *batches(_tenant: unknown, version: number, head: number): AsyncIterable<ChangeBatch> {
    await this.gate;
    for (const batch of this.changes) if (batch.version > version && batch.version <= head) yield batch;
  }
}

let engine: FaultyEngine;
let feed: ListFeed;
let follower: IndexFollower;

beforeEach(() => {
  engine = new FaultyEngine();
  feed = new ListFeed();
  follower = new IndexFollower(tenant, engine, feed as unknown as CatalogFeed);
});
afterEach(() => engine.close());

/** The version at the moment of the answer: the index itself goes on. */
const answeredAt = async (): Promise<number> => (await follower.ready()).version;
const batch = (version: number, ...ids: string[]): ChangeBatch => ({ version, changes: ids.map(upsert) });

test('nobody is answered from a snapshot before it has caught up', async () => {
  await (await engine.open(tenant)).apply(batch(1, 'a'));
  feed.add(2, upsert('b'));
  const gate = Promise.withResolvers<void>();
  feed.gate = gate.promise;
  const first = answeredAt();
  // The second one comes when the index is open already, at version 1.
  while (!follower.loaded) await Promise.resolve();
  const second = answeredAt();
  gate.resolve();
  expect(await Promise.all([first, second])).toEqual([2, 2]);
});

test('what was committed while a replay was under way is waited for', async () => {
  feed.add(1, upsert('a'));
  const gate = Promise.withResolvers<void>();
  feed.gate = gate.promise;
  const early = answeredAt();
  while (feed.reads === 0) await Promise.resolve();
  feed.add(2, upsert('b'));
  follower.hear(2);
  const late = answeredAt();
  gate.resolve();
  expect(await early).toBeGreaterThanOrEqual(1);
  expect(await late).toBe(2);
});

test('the next batch is applied as it is, one with a gap before it comes from the feed', async () => {
  feed.add(1, upsert('a'));
  await follower.ready();
  const reads = feed.reads;
  feed.add(2, upsert('b'));
  await follower.applyCommitted(2, batch(2, 'b'));
  expect(feed.reads).toBe(reads);
  feed.add(3, upsert('c'));
  feed.add(4, upsert('d'));
  await follower.applyCommitted(4, batch(4, 'd'));
  expect(engine.applied.map(({ version }) => version)).toEqual([1, 2, 3, 4]);
  // The one before it comes late and finds nothing to do.
  await follower.applyCommitted(3, batch(3, 'c'));
  expect(engine.applied).toHaveLength(4);
});

test('tombstones purged in the middle of a replay: it begins anew', async () => {
  feed.add(3, upsert('a'));
  await follower.ready();
  feed.add(9, upsert('b'));
  feed.heads = [
    { version: 9, purged: 0 },
    { version: 9, purged: 6 },
  ];
  follower.hear(9);
  const index = await follower.ready();
  expect(engine.rebuilt).toBe(1);
  expect(index.stats()).toMatchObject({ version: 9, documents: 2 });
});

test('an index past the purge is kept; one that is empty has nothing to lose', async () => {
  feed.add(3, upsert('a'));
  feed.heads = [{ version: 3, purged: 2 }];
  await follower.ready();
  expect(engine.rebuilt).toBe(0);
});

test('a version that the database does not have is waited for once, not for ever', async () => {
  feed.add(1, upsert('a'));
  await follower.ready();
  follower.hear(50);
  expect((await follower.ready()).version).toBe(1);
  const reads = feed.reads;
  await follower.ready();
  expect(feed.reads).toBe(reads);
});

test('while a rebuild fails the older state is answered', async () => {
  feed.add(1, upsert('a'));
  await follower.ready();
  feed.add(2);
  feed.heads = [{ version: 2, purged: 2 }];
  follower.hear(2);
  engine.before.apply = () => {
    throw new EngineError('broken');
  };
  expect((await follower.ready()).stats()).toMatchObject({ version: 1, documents: 1 });
  engine.before = {};
  expect((await follower.ready()).stats()).toMatchObject({ version: 2, documents: 1 });
});

test('what a purged replay left is no state to answer from, even when the rebuild fails', async () => {
  feed.add(3, upsert('a'));
  await follower.ready();
  feed.add(9, upsert('b'));
  feed.heads = [
    { version: 9, purged: 0 },
    { version: 9, purged: 6 },
  ];
  follower.hear(9);
  let batches = 0;
  engine.before.apply = () => {
    if (++batches > 1) throw new EngineError('broken');
  };
  await expect(follower.ready()).rejects.toThrow(EngineError);
  // Nor is it later: the version says that all is there, the rebuild is still owed.
  engine.before = {};
  expect((await follower.ready()).stats()).toMatchObject({ version: 9, documents: 2 });
  expect(engine.rebuilt).toBe(2);
});

test('a batch behind one that did not get in stays out: its version would say that all before it is there', async () => {
  feed.add(1, upsert('a'));
  feed.add(2, upsert('b'));
  const batches = feed.batches.bind(feed);
  feed.batches = async function* (...asked) {
    for await (const batch of batches(...asked)) {
      yield batch;
      await nextTurn();
    }
  };
  engine.before.apply = failing(1, new EngineError('broken'));
  await expect(follower.ready()).rejects.toThrow('broken');
  expect((await follower.ready()).stats()).toMatchObject({ version: 2, documents: 2 });
});

test('a batch of a replay that fails once: the next question brings it and all behind it', async () => {
  for (let version = 1; version <= 12; version++) feed.add(version, upsert(`p-${version}`));
  let fails = 2;
  const weak = feed.changes[4]!.changes[0]!;
  const { document } = weak as Extract<Change, { kind: 'upsert' }>;
  Object.defineProperty(weak, 'document', {
    get() {
      // With its group and alone.
      if (fails-- > 0) throw new EngineError('cannot be indexed');
      return document;
    },
  });
  await expect(follower.ready()).rejects.toThrow('cannot be indexed');
  expect((await follower.ready()).stats()).toMatchObject({ version: 12, documents: 12 });
});
