import fc from 'fast-check';
import { KeyDirectory } from '../../src/modules/auth/key-directory.ts';
import { SettingsReader } from '../../src/modules/tenants/index.ts';
import { VisitorHashes } from '../../src/modules/tracking/visitor-hashes.ts';
import { RateLimiter } from '../../src/platform/http/index.ts';
import { startTestApp, type TestApp } from '../support/app.ts';
import { ask, type Answer } from '../support/client.ts';

/**
 * A hot request waits for nothing when its key, its limit, its shop's settings and the hash of its address are in memory; else
 * each of them may be waited for. The two ways are two services here, which must answer alike whatever is sent.
 */
interface Side {
  service: TestApp;
  keys: Record<string, string>;
  /** Requests that were admitted without waiting. */
  atOnce: number;
}

const NOW = Date.parse('2026-11-28T12:00:00Z');
const ORIGIN = 'https://shop.example';
let hot: Side;
let waiting: Side;

async function start(): Promise<Side> {
  const service = await startTestApp();
  service.clock.advance(NOW - service.clock.now());
  const shop = await service.createTenant('own');
  const other = await service.createTenant('other');
  const make = async (body: object): Promise<Answer> => {
    const made = await ask(service.url, 'POST', '/v1/own/keys', { key: shop.keys.secret, body });
    expect(made.status).toBe(201);
    return made;
  };
  const bound = await make({ kind: 'public', name: 'bound', allowed_origins: [ORIGIN] });
  const revoked = await make({ kind: 'public', name: 'revoked' });
  await ask(service.url, 'DELETE', `/v1/own/keys/${revoked.body.id}`, { key: shop.keys.secret });
  const keys = { ...shop.keys, bound: bound.body.key, revoked: revoked.body.key, foreign: other.keys.public };
  const side = { service, keys, atOnce: 0 };
  const limiter = service.app.get(RateLimiter, { strict: false });
  const admitAtOnce = limiter.admitCallerAtOnce.bind(limiter);
  limiter.admitCallerAtOnce = (...request) => {
    const admitted = admitAtOnce(...request);
    if (admitted) side.atOnce++;
    return admitted;
  };
  return side;
}

beforeAll(async () => {
  hot = await start();
  waiting = await start();
  const { app } = waiting.service;
  for (const memory of [KeyDirectory, SettingsReader, VisitorHashes])
    app.get<{ peek: () => unknown }>(memory, { strict: false }).peek = () => undefined;
}, 120_000);
afterAll(async () => {
  await hot?.service.close();
  await waiting?.service.close();
});

const uuid = '01890a5d-ac96-774b-bcce-b302099a8057';
const valid = {
  session_id: uuid,
  event_id: uuid,
  query_id: uuid,
  timestamp: '2026-11-28T10:00:00Z',
  query: 'q',
  results_count: 1,
  channel: 'overlay',
  accept_language: 'en',
  item_id: 'i',
  position: 1,
  order_id: 'o',
  revenue: '1.5',
  currency: 'EUR',
  quantity: 1,
};
const value = fc.oneof(
  fc.constantFrom<unknown>(null, '', 'x', 0, -1, 1.5, true, [], {}, 'ZZZ', '2020-01-01T00:00:00Z', 'x'.repeat(513)),
  fc.uuid(),
  fc.string(),
  fc.integer(),
);
const changed = fc
  .dictionary(fc.constantFrom(...Object.keys(valid), 'unknown', '__proto__'), value, { maxKeys: 2 })
  .map((bad) => JSON.stringify({ ...valid, ...bad }));
const raw = fc.oneof(
  { weight: 8, arbitrary: changed },
  { weight: 2, arbitrary: fc.json() },
  { weight: 1, arbitrary: fc.string() },
  { weight: 1, arbitrary: fc.constantFrom('', '{', '{"__proto__":{}}', ' '.repeat(17 * 1024)) },
);
interface Sent {
  kind: string;
  shop: string;
  key: string;
  raw: string;
  headers: Record<string, string>;
}
/** Header values that are the same on both sides; `authorization` names a key. */
const headers = fc.record(
  {
    'content-type': fc.constantFrom('application/json', 'application/json; charset=utf-8', 'text/plain', 'a/b', ''),
    origin: fc.constantFrom(ORIGIN, 'https://else.example', 'null'),
    'sec-gpc': fc.constantFrom('1', '0'),
    'user-agent': fc.constantFrom('Mozilla/5.0 (X11; Linux x86_64)', 'Googlebot/2.1', ''),
    'idempotency-key': fc.constantFrom('one', '"two"', '', '"', 'x'.repeat(300)),
    accept: fc.constantFrom('text/html', '*/*'),
    'x-request-id': fc.constantFrom('abc', '?'),
  },
  { requiredKeys: [] },
);
const request = fc.record<Sent>({
  kind: fc.constantFrom('search', 'click', 'conversion', 'other'),
  shop: fc.oneof(
    { weight: 5, arbitrary: fc.constant('own') },
    { weight: 1, arbitrary: fc.constantFrom('other', 'none') },
  ),
  key: fc.oneof(
    { weight: 5, arbitrary: fc.constantFrom('public', 'secret', 'bound') },
    { weight: 2, arbitrary: fc.constantFrom('indexer', 'revoked', 'foreign', 'cut', 'basic', 'lower', 'none') },
  ),
  raw,
  headers,
});

/** Whether a connection goes on is not the answer. */
const OF_CONNECTION = new Set(['connection', 'keep-alive', 'content-length', 'transfer-encoding']);

async function answerOf(
  side: Side,
  { kind, shop, key, raw, headers }: typeof request extends fc.Arbitrary<infer T> ? T : never,
) {
  const { public: known } = side.keys as { public: string };
  const authorization: Record<string, string | undefined> = {
    cut: `Bearer ${known.slice(0, -1)}`,
    basic: 'Basic eA==',
    lower: `bearer   ${known}`,
    none: undefined,
  };
  const presented = key in authorization ? authorization[key] : `Bearer ${side.keys[key]}`;
  const {
    status,
    headers: told,
    body,
  } = await ask(side.service.url, 'POST', `/v1/${shop}/track/${kind}`, {
    raw,
    headers: { 'content-type': 'application/json', ...headers, ...(presented && { authorization: presented }) },
  });
  return {
    status,
    body: withoutIds(body),
    type: told.get('content-type'),
    names: [...told.keys()].filter((name) => !OF_CONNECTION.has(name)).sort(),
  };
}

/** Ids tell one request from another; that they are there is the same. */
const withoutIds = (body: unknown): unknown =>
  JSON.parse(JSON.stringify(body), (name, value: unknown) =>
    name === 'request_id' || name === 'event_id' ? typeof value : value,
  );

test('a request that waits for nothing and one that may wait are answered alike, whatever it sends', async () => {
  const statuses = new Set<number>();
  await fc.assert(
    fc.asyncProperty(request, async (sent) => {
      const [one, two] = [await answerOf(hot, sent), await answerOf(waiting, sent)];
      expect(two).toEqual(one);
      statuses.add(one.status);
    }),
    { numRuns: 250 },
  );
  // Both ways were taken, and what came back was of many kinds.
  expect(hot.atOnce).toBeGreaterThan(100);
  expect(waiting.atOnce).toBe(0);
  expect([...statuses]).toEqual(expect.arrayContaining([202, 400, 401, 403, 422]));
}, 300_000);
