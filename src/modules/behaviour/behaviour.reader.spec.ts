import { FakeClock } from '../../../test/support/fake-clock.ts';
import { tenantContext } from '../../kernel/tenant-context.ts';
import type { Database } from '../../platform/database/index.ts';
import type { Signal, SignalBus } from '../../platform/events/index.ts';
import { BehaviourReader } from './behaviour.reader.ts';
import { BehaviourRepository } from './behaviour.repository.ts';

const tenant = tenantContext('00000000-0000-7000-8000-000000000001', 'shop');
const realNow = performance.now.bind(performance);
let later: number;
let reads: number;
let broken: boolean;
let signal: (signal: Signal) => void;
let reader: BehaviourReader;

beforeEach(() => {
  [later, reads, broken] = [0, 0, false];
  performance.now = () => realNow() + later;
  // A database in which nobody did anything, and which can be away.
  const database = {
    tenant: async <T>(_: unknown, work: (tx: object) => Promise<T>): Promise<T> => {
      reads++;
      if (broken) throw new Error('the database is away');
      return work({ query: async () => [] });
    },
  };
  const bus = {
    healthy: true,
    on: (topic: string, listener: typeof signal) => {
      if (topic === 'behaviour') signal = listener;
    },
    onGap: () => {},
  };
  reader = new BehaviourReader(
    database as unknown as Database,
    new BehaviourRepository(),
    bus as unknown as SignalBus,
    new FakeClock(),
  );
});
afterEach(() => {
  performance.now = realNow;
});

const settled = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

async function searches(count: number): Promise<void> {
  for (let search = 0; search < count; search++) {
    await reader.get(tenant);
    await settled();
  }
}

test('a reading that failed is tried again after some seconds, not by every search', async () => {
  const first = await reader.get(tenant);
  broken = true;
  signal({ topic: 'behaviour', tenantId: tenant.tenantId, value: '' });
  await searches(20);
  expect([reads, (await reader.get(tenant)) === first]).toEqual([2, true]);
  broken = false;
  later = 6_000;
  await searches(20);
  expect(reads).toBe(3);
  expect((await reader.get(tenant)).sequence).toBeGreaterThan(first.sequence);
});
