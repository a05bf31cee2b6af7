import type { ServerResponse } from 'node:http';
import type { TestApp } from '../support/app.ts';
import { Connectors, goods, Merchant, type Asked, type Reply } from '../support/merchant.ts';
import { startConnectorApp } from '../support/merchant-app.ts';
import { ConnectorSchedule } from '../../src/modules/connectors/index.ts';

let service: TestApp;
let merchant: Merchant;
let connectors: Connectors;

beforeAll(async () => {
  service = await startConnectorApp({ timing: { longestWait: 1_500, patience: 4_000 } });
  merchant = await Merchant.start();
});
beforeEach(async () => {
  connectors = new Connectors(service, await service.createTenant());
  merchant.asked.length = 0;
});
afterAll(async () => {
  await service.close();
  await merchant.stop();
});

const create = (fields: Record<string, unknown> = {}) =>
  connectors.create({ endpoint: merchant.url, pageSize: 10, ...fields });
const pageOf = ({ url }: Asked): number => Number(url.searchParams.get('page'));
const pages = (count: number) => Merchant.pages(goods(count));

/** A catalogue of 75 items, then one of 70 that goes wrong on page 7. */
async function faultOnPageSeven(fault: (asked: Asked) => Reply) {
  merchant.answer = pages(75);
  const id = await create();
  expect(await connectors.sync(id)).toMatchObject({ status: 'succeeded', created: 75 });
  merchant.answer = (asked) => (pageOf(asked) === 7 ? fault(asked) : Merchant.pages(goods(71))(asked));
  return connectors.sync(id);
}

test.each([
  ['500', () => ({ status: 500 }), 'http_500'],
  ['502 with HTML', () => ({ status: 502, raw: '<h1>', headers: { 'content-type': 'text/html' } }), 'http_502'],
  ['HTML with status 200', () => ({ raw: '<html>', headers: { 'content-type': 'text/html' } }), 'not_json'],
  ['broken JSON', () => ({ raw: '{"items": [' }), 'invalid_json'],
] as [string, () => Reply, string][])(
  '%s on page 7: the other pages are read, nothing is removed',
  async (_, fault, code) => {
    const ended = await faultOnPageSeven(fault);
    expect(ended).toMatchObject({ status: 'partial', pages: 7, items: 61, failed: 0, removed: 0, held_removals: 0 });
    expect(ended.errors).toMatchObject([{ page: 7, code }]);
    expect(await connectors.catalogue()).toHaveLength(75);
  },
);

test('a connection that is cut in a body', async () => {
  const ended = await faultOnPageSeven(() => (response) => {
    response.writeHead(200, { 'content-type': 'application/json', 'content-length': '5000' });
    response.write('[{"id":', () => response.destroy());
  });
  expect(ended).toMatchObject({ status: 'partial', removed: 0, errors: [{ page: 7 }] });
  expect(['truncated', 'connection_failed']).toContain(ended.errors[0].code);
});

test('404 on page 7 ends the sync with a clear error', async () => {
  const ended = await faultOnPageSeven(() => ({ status: 404 }));
  expect(ended).toMatchObject({ status: 'partial', pages: 6, removed: 0, errors: [{ page: 7, code: 'http_404' }] });
  expect(merchant.asked.filter((asked) => pageOf(asked) === 8)).toHaveLength(1);
});

test('a fault that passes is not told', async () => {
  const failed = new Set<number>();
  merchant.answer = (asked) => {
    const page = pageOf(asked);
    if (page < 3 && !failed.has(page)) {
      failed.add(page);
      return page === 1 ? { status: 503 } : { status: 429, headers: { 'retry-after': '0' } };
    }
    return pages(25)(asked);
  };
  expect(await connectors.sync(await create())).toMatchObject({ status: 'succeeded', pages: 3, items: 25, errors: [] });
});

test('429 waits for Retry-After; a long one ends the sync and moves the next one', async () => {
  let refused = 0;
  merchant.answer = (asked) => (refused++ === 0 ? { status: 429, headers: { 'retry-after': '1' } } : pages(5)(asked));
  const began = performance.now();
  const id = await create();
  expect(await connectors.sync(id)).toMatchObject({ status: 'succeeded' });
  expect(performance.now() - began).toBeGreaterThan(990);
  merchant.answer = () => ({ status: 429, headers: { 'retry-after': '7200' } });
  await connectors.ask('PATCH', `/${id}`, { enabled: true });
  merchant.asked.length = 0;
  const ended = await connectors.sync(id);
  expect(ended).toMatchObject({ status: 'failed', errors: [{ code: 'http_429' }] });
  expect(merchant.asked).toHaveLength(1);
  expect(Date.parse(ended.next_sync_at) - service.clock.now()).toBeGreaterThanOrEqual(7_200_000);
});

test('401 ends the sync at the first answer', async () => {
  merchant.answer = () => ({ status: 401 });
  expect(await connectors.sync(await create())).toMatchObject({ status: 'failed', errors: [{ code: 'http_401' }] });
  expect(merchant.asked).toHaveLength(1);
});

test('a redirect loop ends the sync', async () => {
  merchant.answer = () => ({ status: 302, headers: { location: '/' } });
  expect(await connectors.sync(await create())).toMatchObject({
    status: 'failed',
    errors: [{ code: 'too_many_redirects' }],
  });
});

test.each([
  ['never answers', () => {}],
  [
    'sends a byte now and then, for ever',
    (response) => {
      response.writeHead(200, { 'content-type': 'application/json' });
      const drip = setInterval(() => response.write(' '), 50);
      response.once('close', () => clearInterval(drip));
    },
  ],
] as [string, (response: ServerResponse) => void][])('a merchant that %s is given up', async (_, silence) => {
  merchant.answer = () => silence;
  expect(await connectors.sync(await create())).toMatchObject({
    status: 'failed',
    errors: [{ page: 1, code: 'no_progress' }],
  });
});

test('an item is judged by itself, with its page and path; the good ones are in', async () => {
  merchant.answer = Merchant.pages([
    { sku: 'a', name: 'A', link: '/a', variants: [{ price: '12,x' }] },
    { sku: 'b', name: 'B', link: 'javascript:alert(1)', variants: [] },
    { sku: 'c', name: 'C', link: '/c', variants: [{ price: '1e400' }] },
    { sku: 'd', name: 'D', link: '/d', variants: [{ price: 3 }] },
    { name: 'E', link: '/e' },
    'no object' as never,
  ]);
  const mapping = { id: 'sku', title: 'name', url: 'link', price: 'variants.0.price' };
  const ended = await connectors.sync(await create({ mapping }));
  expect(ended).toMatchObject({ status: 'partial', items: 6, created: 1, failed: 5 });
  const told = ended.errors.map((error: { path: string; item_id: string }) => [error.path, error.item_id]);
  expect(told).toEqual([
    ['0.variants.0.price', 'a'],
    ['1.link', 'b'],
    ['2.variants.0.price', 'c'],
    ['4.sku', null],
    ['5.sku', null],
  ]);
  expect(ended.errors[0]).toMatchObject({ page: 1, message: expect.stringContaining('price') });
});

test('hostile items: unsafe keys, depth, HTML, too many errors', async () => {
  const deep = `${'{"a":'.repeat(5_000)}1${'}'.repeat(5_000)}`;
  const bad = Array.from({ length: 60 }, (_, i) => `{"id":"bad-${i}"}`).join(',');
  merchant.answer = () => ({
    raw:
      `[{"id":"p","title":"P","url":"/p","__proto__":{"polluted":1}},{"id":"deep","title":"D","url":"/d","x":${deep}},` +
      `{"id":"big","title":"<b>Big</b><script>x</script>","url":"/b"},${bad}]`,
  });
  const ended = await connectors.sync(await create({ paginated: 'none' }));
  expect(ended).toMatchObject({ status: 'partial', items: 63, created: 1, failed: 62 });
  expect(ended.errors).toHaveLength(50);
  expect(await connectors.catalogue()).toEqual(['big']);
  expect(({} as { polluted?: number }).polluted).toBeUndefined();
});

test('an id beyond 2^53 stays what it is', async () => {
  merchant.answer = () => ({ raw: '[{"id":9007199254740993,"title":"P","url":"/p","price":12.34}]' });
  expect(await connectors.sync(await create({ paginated: 'none' }))).toMatchObject({ status: 'succeeded', created: 1 });
  expect(await connectors.document('9007199254740993')).toMatchObject({ price: 12.34 });
});

test('failures in a row back off, then pause with a reason; a change of mind goes on', async () => {
  merchant.answer = () => ({ status: 500 });
  const id = await create();
  await connectors.ask('PATCH', `/${id}`, { enabled: true, interval_minutes: 60 });
  const waits: number[] = [];
  for (let failure = 1; failure <= 10; failure++) {
    const { next_sync_at: next } = (await connectors.ask('GET', `/${id}`)).body;
    service.clock.advance(Math.max(0, Date.parse(next) - service.clock.now()));
    // The service's own timer may have been faster.
    await service.app.get(ConnectorSchedule).queueDue();
    const { id: syncId } = (await connectors.ask('GET', `/${id}/syncs?limit=1`)).body.rows[0];
    const ended = await connectors.ended(id, syncId);
    expect(ended).toMatchObject({ status: 'failed', trigger: failure === 1 ? 'schedule' : 'retry' });
    if (ended.next_sync_at) waits.push((Date.parse(ended.next_sync_at) - service.clock.now()) / 60_000);
  }
  expect(waits).toHaveLength(9);
  for (const [index, wait] of waits.entries()) {
    expect(wait).toBeGreaterThanOrEqual(5 * 2 ** index - 0.001);
    expect(wait).toBeLessThanOrEqual(5.5 * 2 ** index);
  }
  const paused = (await connectors.ask('GET', `/${id}`)).body;
  expect(paused).toMatchObject({ enabled: true, next_sync_at: null, failures: 10 });
  expect(paused.paused_at).not.toBeNull();
  expect(paused.pause_reason).toContain('status 500');
  service.clock.advance(48 * 3_600_000);
  const before = (await connectors.ask('GET', `/${id}/syncs`)).body.total;
  await service.app.get(ConnectorSchedule).queueDue();
  expect((await connectors.ask('GET', `/${id}/syncs`)).body.total).toBe(before);
  merchant.answer = pages(3);
  expect(await connectors.sync(id)).toMatchObject({ status: 'succeeded', trigger: 'manual' });
  expect((await connectors.ask('GET', `/${id}`)).body).toMatchObject({
    failures: 0,
    paused_at: null,
    pause_reason: null,
  });
}, 90_000);

test('a due connector is queued once, and not while it is switched off', async () => {
  merchant.answer = pages(3);
  const id = await create();
  service.clock.advance(24 * 3_600_000);
  await service.app.get(ConnectorSchedule).queueDue();
  expect((await connectors.ask('GET', `/${id}/syncs`)).body.total).toBe(0);
  await connectors.ask('PATCH', `/${id}`, { enabled: true });
  const schedule = service.app.get(ConnectorSchedule);
  await Promise.all([schedule.queueDue(), schedule.queueDue(), schedule.queueDue()]);
  const [{ id: syncId }] = (await connectors.ask('GET', `/${id}/syncs`)).body.rows;
  await connectors.ended(id, syncId);
  await schedule.queueDue();
  expect((await connectors.ask('GET', `/${id}/syncs`)).body).toMatchObject({
    total: 1,
    rows: [{ trigger: 'schedule' }],
  });
});
