import { randomUUID } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { TestTenant } from '../support/app.ts';
import { products, Shop } from '../support/catalogue.ts';
import { ask, type Answer } from '../support/client.ts';
import { eventually } from '../support/poll.ts';
import { createTenantOf, startWithoutDemo } from '../support/processes.ts';
import type { StartedService } from '../support/service-process.ts';

const SECONDS = 4;

let dataDir: string;
let service: StartedService;
let tenant: TestTenant;

beforeAll(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'mirabel-overload-'));
  service = await startWithoutDemo({ MB_DATA_DIR: dataDir });
  tenant = await createTenantOf(service, 'crowd', { MB_DATA_DIR: dataDir });
});
afterAll(async () => {
  await service.program.stop('SIGKILL');
  await rm(dataDir, { recursive: true, force: true, maxRetries: 20, retryDelay: 100 });
});

/** Each lane asks again as soon as it has its answer, and none of them ever waits as it is told to. */
async function hammer(lanes: number, send: (number: number) => Promise<Answer>): Promise<Answer[]> {
  const end = performance.now() + SECONDS * 1_000;
  const answers: Answer[] = [];
  let number = 0;
  const lane = async (): Promise<void> => {
    while (performance.now() < end) answers.push(await send(number++));
  };
  await Promise.all(Array.from({ length: lanes }, lane));
  return answers;
}

test('far more than can be answered: each is answered or told to come back, nothing acknowledged is lost', async () => {
  const shop = new Shop(service, tenant);
  await shop.push(products(500));
  const track = (kind: string, body: object) =>
    ask(service.url, 'POST', `/v1/crowd/track/${kind}`, { key: tenant.keys.public, body });
  const search = { query: 'q', results_count: 1, channel: 'overlay' };
  const [pushes, events, searches, health] = await Promise.all([
    hammer(8, (n) => shop.push(products(200, (i) => ({ id: `late-${n}-${i}`, title: `Hasty thing ${n}` })))),
    hammer(200, () => track('search', { ...search, session_id: randomUUID(), event_id: randomUUID() })),
    hammer(400, () => shop.search({ q: 'product', facets: 'brand' })),
    hammer(1, () => ask(service.url, 'GET', '/health/live')),
  ]);
  for (const { status, headers } of [...pushes, ...events, ...searches]) {
    expect([200, 202, 503]).toContain(status);
    if (status === 503) expect(Number(headers.get('retry-after'))).toBeGreaterThan(0);
  }
  expect(new Set(health.map(({ status }) => status))).toEqual(new Set([200]));

  const accepted = events.filter(({ status }) => status === 202).length;
  const pushed = pushes.filter(({ status }) => status === 200).length;
  expect(accepted).toBeGreaterThan(0);
  expect(searches.some(({ status }) => status === 200)).toBe(true);
  const overview = () => ask(service.url, 'GET', '/v1/crowd/metrics/overview', { key: tenant.keys.secret });
  await eventually(async () => (await overview()).body.searches === accepted);
  expect((await shop.search({ q: 'hasty' })).body.total).toBe(pushed * 200);
  expect((await shop.items()).body.total).toBe(500 + pushed * 200);
});
