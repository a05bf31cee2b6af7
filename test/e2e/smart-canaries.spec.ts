import { randomBytes, randomUUID } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Client } from 'pg';
import { normalizeQuery } from '../../src/text/index.ts';
import { AiEndpoint, judging } from '../support/ai-endpoint.ts';
import { product, Shop } from '../support/catalogue.ts';
import { ask } from '../support/client.ts';
import { createTestDatabase, type TestDatabase } from '../support/database.ts';
import { createTenantOf } from '../support/processes.ts';
import { startServiceProcess, type StartedService } from '../support/service-process.ts';
import { SmartShop } from '../support/smart.ts';

/** Of personal data no byte may reach the provider's socket or the ledger: events of real shoppers over HTTP, a run, and a look at both. */
let endpoint: AiEndpoint;
let database: TestDatabase;
let folder: string;
let service: StartedService;
let env: Record<string, string>;

beforeAll(async () => {
  endpoint = await AiEndpoint.start();
  database = await createTestDatabase();
  folder = await mkdtemp(join(tmpdir(), 'mirabel-canaries-'));
  env = {
    DATABASE_URL: database.url,
    MB_DATA_DIR: folder,
    MB_ENCRYPTION_KEY: randomBytes(32).toString('base64'),
    MB_DEMO: 'false',
    AI_BASE_URL: endpoint.url,
    AI_API_KEY: 'sk-secret-of-the-operator',
    AI_MODEL: 'judge-1',
    AI_PRICE_INPUT: '1000',
    AI_PRICE_OUTPUT: '4000',
    TRUST_PROXY: 'loopback',
  };
  service = await startServiceProcess(env);
});
afterAll(async () => {
  await service.program.stop('SIGKILL');
  await endpoint.close();
  await database.drop();
  await rm(folder, { recursive: true, force: true });
});

/** What people type into a search box by mistake, as they write it. None of it is what a shop sells. */
const TYPED = {
  email: ['anna.k@example.org', 'ANNA.K@EXAMPLE.ORG', 'anna.k (at) example.org', 'ａｎｎａ＠ｅｘａｍｐｌｅ．ｏｒｇ'],
  phone: ['+49 170 1234567', '0170-1234567', '(0170) 12 34 56 7', '٠١٧٠ ١٢٣ ٤٥٦٧'],
  card: ['4111 1111 1111 1111', '4111-1111-1111-1111', '4111_1111_1111_1111', '４１１１１１１１１１１１１１１１'],
  iban: ['DE89 3704 0044 0532 0130 00'],
  order: ['order 4711-338', '#100234', 'ORD-2026-00017', 'Bestellnr. 4711338', '注文 ４７１１３'],
  address: ['Anna Kern 12 Oak Street', 'Anna Kern Hauptstr. 5', 'ANNA KERN, CALLE MAYOR 5', 'Anna Kern SW1A 1AA'],
  ip: ['203.0.113.77', '10.9.8.7', '2001:db8:77::7'],
  session: ['6f2c1b0e-9a4d-4c3b-8e21-0d5a7f6b9c42'],
};
/** What comes with their events. */
const CARRIED = {
  ip: ['198.51.100.23', '2001:db8:4242::99'],
  order: ['PO-7781-4430', '900412877'],
  email: ['ben.canary@example.net'],
  name: ['Benedetta Canarini'],
  device: ['CanaryBrowser/7.7'],
  session: [] as string[],
  time: [] as string[],
};

class Shoppers {
  #visits = 0;
  #at = Date.now() - 3_000_000;

  constructor(private readonly shop: SmartShop) {}

  /** One who fails with the first, finds with the second, if any, clicks and may buy. */
  async visit(failed: string, rescue: string | null, item_id: string, buys = false): Promise<void> {
    const session_id = randomUUID();
    CARRIED.session.push(session_id);
    const start = (this.#at += 5_000);
    this.#visits++;
    await this.#track('search', start, { session_id, query: failed, results_count: 0 });
    if (rescue === null) return;
    await this.#track('search', start + 40_000, { session_id, query: rescue, results_count: 5 });
    await this.#track('click', start + 50_000, { session_id, query: rescue, item_id, position: 1 });
    if (!buys) return;
    const order_id = CARRIED.order[this.#visits % CARRIED.order.length];
    await this.#track('conversion', start + 60_000, { session_id, item_id, order_id, revenue: 5, currency: 'EUR' });
  }

  async #track(kind: string, at: number, event: object): Promise<void> {
    const timestamp = new Date(at).toISOString();
    CARRIED.time.push(timestamp, String(at), String(Math.floor(at / 1_000)));
    const [email, name] = [CARRIED.email[0], CARRIED.name[0]];
    const { status, text } = await ask(service.url, 'POST', `/v1/${this.shop.tenant.slug}/track/${kind}`, {
      key: this.shop.tenant.keys.public,
      body: { channel: 'results_page', accept_language: 'en', email, customer: { name }, timestamp, ...event },
      headers: {
        'x-forwarded-for': CARRIED.ip[this.#visits % CARRIED.ip.length]!,
        'user-agent': CARRIED.device[0]!,
        referer: `https://shop.example/?mail=${email}`,
      },
    });
    if (status !== 202) throw new Error(text);
  }
}

/** What of base64 shows a text wherever it stands in it: for each of its three ways to begin the characters that depend on it alone. */
function inBase64(text: string): string[] {
  const bytes = Buffer.from(text);
  return [0, 1, 2].map((before) => {
    const encoded = Buffer.concat([Buffer.alloc(before), bytes]).toString('base64');
    return encoded.slice(Math.ceil((before * 8) / 6), Math.floor(((before + bytes.length) * 8) / 6));
  });
}

/** How bytes of a secret could be written: as they are, folded, without what stands between, or encoded. */
function writingsOf(secret: string): string[] {
  const { normalized } = normalizeQuery(secret);
  const plain = secret.replaceAll(/[\s()_.:+-]/gu, '');
  // Few digits stand in any hash.
  const folded = [secret, ...(plain.length < 8 ? [] : [plain])];
  const encoded = folded.flatMap((text) => [
    JSON.stringify(text).slice(1, -1),
    JSON.stringify(text)
      .replaceAll(/[^\x20-\x7e]/g, (c) => `\\u${c.charCodeAt(0).toString(16).padStart(4, '0')}`)
      .slice(1, -1),
    encodeURIComponent(text),
    Buffer.from(text).toString('hex'),
    ...(text.length < 7 ? [] : inBase64(text)),
  ]);
  const bytes = /^[0-9a-f]{32}$/i.test(plain) ? [Buffer.from(plain, 'hex').toString('base64').replace(/=+$/, '')] : [];
  return [...new Set([...folded, normalized, ...encoded, ...bytes].map((text) => text.toLowerCase()))];
}

const findings = (where: string, bytes: Buffer | string, kind: string, secrets: readonly string[]): string[] => {
  const texts = typeof bytes === 'string' ? [bytes] : [bytes.toString('utf8'), bytes.toString('latin1')];
  const lower = texts.map((text) => text.toLowerCase());
  return secrets.flatMap((secret) =>
    writingsOf(secret)
      .filter((writing) => lower.some((text) => text.includes(writing)))
      .map((writing) => `${kind} «${writing}» in ${where}`),
  );
};

/** Each column of each row of the ledger, as the database has it. */
async function ledgerOf(runId: string): Promise<[column: string, value: Buffer | string][]> {
  const client = new Client({ connectionString: database.url });
  await client.connect();
  try {
    const { rows } = await client.query<Record<string, unknown>>('select * from smart_egress where run_id = $1', [
      runId,
    ]);
    expect(rows).toHaveLength(1);
    const { rows: columns } = await client.query<{ name: string }>(
      `select column_name as name from information_schema.columns where table_name = 'smart_egress'`,
    );
    expect(Object.keys(rows[0]!).sort()).toEqual(columns.map(({ name }) => name).sort());
    return Object.entries(rows[0]!).map(([column, value]) => [
      column,
      Buffer.isBuffer(value) ? value : value instanceof Date ? value.toISOString() : String(value),
    ]);
  } finally {
    await client.end();
  }
}

test('no canary reaches the socket or the ledger, typed or carried, as what failed or as what rescued', async () => {
  endpoint.answers(judging(() => 0.5));
  const shop = new SmartShop(service, await createTenantOf(service, 'canaries', env));
  await shop.settings({ smart_mode: 'hybrid', business_memory_md: 'We sell shoes.', smart_max_query_length: 60 });
  await new Shop(service, shop.tenant).push([
    product('s1', { title: 'Red sneakers' }),
    product('f', { title: 'Oslo sofa' }),
  ]);
  const shoppers = new Shoppers(shop);
  // Two pairs of which the scorer is not sure, so that something goes out.
  for (let n = 0; n < 4; n++) await shoppers.visit('kicks', 'sneakers', 's1');
  for (let n = 0; n < 4; n++) await shoppers.visit('settee', 'sofa', 'f');
  for (const failed of ['kicks', 'settee', 'settee']) await shoppers.visit(failed, null, 's1');
  const typed = Object.values(TYPED).flat();
  for (const [n, canary] of typed.entries()) {
    const gibberish = `gibberish ${'abcdefghijklmnopqrstuvwxyz'[n]}`;
    const visits = Array.from({ length: 3 }, () => [
      shoppers.visit(canary, 'sneakers', 's1', true),
      shoppers.visit(gibberish, canary, 's1'),
    ]);
    await Promise.all(visits.flat());
  }
  const run = await shop.run();
  expect(run).toMatchObject({ status: 'succeeded', error: null, ai: { calls: 1 } });
  expect(run.metrics.skipped_personal).toBe(new Set(typed.map((canary) => normalizeQuery(canary).normalized)).size);
  expect(endpoint.calls[0]!.pairs.map(({ failed }) => failed).sort()).toEqual(['kicks', 'settee']);

  const socket = Buffer.concat(endpoint.received);
  const ledger = await ledgerOf(run.id);
  const seen = (await shop.ask('GET', '/smart/egress')).text;
  const found = (kind: string, secrets: readonly string[]): string[] => [
    ...findings('what reached the socket', socket, kind, secrets),
    ...ledger.flatMap(([column, value]) => findings(`column ${column} of the ledger`, value, kind, secrets)),
    ...findings('the ledger as a merchant sees it', seen, kind, secrets),
  ];
  // The look finds what is there: what may leave, in all three.
  expect(found('pair', ['settee'])).toHaveLength(4);
  expect(found('memory', ['We sell shoes'])).toHaveLength(3);
  for (const [kind, secrets] of Object.entries(TYPED)) expect(found(kind, secrets)).toEqual([]);
  for (const kind of ['ip', 'order', 'email', 'name', 'device', 'session'] as const) {
    expect(CARRIED[kind].length).toBeGreaterThan(0);
    expect(found(kind, CARRIED[kind])).toEqual([]);
  }
  expect(findings('what reached the socket', socket, 'time', CARRIED.time)).toEqual([]);
  expect(found('part of them', ['Anna', 'Kern', 'Oak Street', 'Canarini', 'gibberish'])).toEqual([]);
}, 600_000);
