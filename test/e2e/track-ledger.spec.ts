import { randomUUID } from 'node:crypto';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { TestTenant } from '../support/app.ts';
import { ask } from '../support/client.ts';
import { createTenantOf, startWithoutDemo } from '../support/processes.ts';
import type { StartedService } from '../support/service-process.ts';

const SERVICE_KILLS = Number(process.env.LEDGER_SERVICE_KILLS ?? 2);
const DATABASE_KILLS = Number(process.env.LEDGER_DATABASE_KILLS ?? 2);
const LANES = 24;

let dataDir: string;
let service: StartedService;
let shop: TestTenant;

beforeAll(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'mirabel-ledger-'));
  service = await startWithoutDemo({ MB_DATA_DIR: dataDir });
  shop = await createTenantOf(service, 'ledger', { MB_DATA_DIR: dataDir });
});
afterAll(async () => {
  await service.program.stop('SIGKILL');
  // PostgreSQL may still be writing its last files after a kill.
  await rm(dataDir, { recursive: true, force: true, maxRetries: 20, retryDelay: 100 });
});

interface Entry {
  kind: 'search' | 'click' | 'conversion';
  body: Record<string, unknown>;
}

const session = randomUUID;
function entry(number: number): Entry {
  const base = { session_id: session(), event_id: randomUUID() };
  if (number % 3 === 0) return { kind: 'search', body: { ...base, query: 'q', results_count: 1, channel: 'overlay' } };
  if (number % 3 === 1) return { kind: 'click', body: { ...base, query: 'q', item_id: `i${number}`, position: 1 } };
  return { kind: 'conversion', body: { ...base, item_id: 'i', order_id: `o${number}`, revenue: 1, currency: 'EUR' } };
}

const send = ({ kind, body }: Entry) =>
  ask(service.url, 'POST', `/v1/${shop.slug}/track/${kind}`, { key: shop.keys.public, body });

async function counts(): Promise<Record<string, number>> {
  const answer = await ask(service.url, 'GET', `/v1/${shop.slug}/metrics/overview`, { key: shop.keys.secret });
  const { searches, clicks, conversions } = answer.body;
  return { search: searches, click: clicks, conversion: conversions };
}

interface Ledger {
  acknowledged: Entry[];
  /** Sent without an answer: committed or not, nobody knows. */
  inTheAir: Entry[];
}

/** Sends on many connections until the process is gone, which it is once so many were acknowledged. */
async function sendUntilKilled(killAfter: number): Promise<Ledger> {
  const ledger: Ledger = { acknowledged: [], inTheAir: [] };
  const lane = async (): Promise<void> => {
    for (;;) {
      const one = entry(number++);
      try {
        const answer = await send(one);
        expect([answer.status, answer.body.status]).toEqual([202, 'accepted']);
        ledger.acknowledged.push(one);
        if (ledger.acknowledged.length === killAfter) service.program.child.kill('SIGKILL');
      } catch (error) {
        // Jest has a TypeError of its own.
        if ((error as Error).name !== 'TypeError') throw error;
        ledger.inTheAir.push(one);
        return;
      }
    }
  };
  await Promise.all(Array.from({ length: LANES }, lane));
  await service.program.ended;
  return ledger;
}

/** The same with the database under the service: who is told to come back does, with the same event_id. */
async function sendThroughDatabaseKill(killAfter: number): Promise<Ledger & { refused: number }> {
  const ledger = { acknowledged: [] as Entry[], inTheAir: [] as Entry[], refused: 0 };
  let killed = false;
  const lane = async (): Promise<void> => {
    for (;;) {
      const one = entry(number++);
      const answer = await send(one);
      if (answer.status === 202) {
        expect(answer.body.status).toBe('accepted');
        ledger.acknowledged.push(one);
      } else {
        expect([answer.status, answer.headers.has('retry-after')]).toEqual([503, true]);
        ledger.refused++;
        ledger.inTheAir.push(one);
      }
      if (ledger.acknowledged.length >= killAfter && !killed) {
        killed = true;
        process.kill(await postmasterOf(dataDir), 'SIGKILL');
      }
      if (ledger.refused > 0 || ledger.acknowledged.length > 50 * killAfter) return;
    }
  };
  await Promise.all(Array.from({ length: LANES }, lane));
  expect(ledger.refused).toBeGreaterThan(0);
  return ledger;
}

async function postmasterOf(folder: string): Promise<number> {
  return Number((await readFile(join(folder, 'postgres', 'postmaster.pid'), 'utf8')).split('\n')[0]);
}

/** As a client does that was told to come back. */
async function sendUntilAnswered(one: Entry): Promise<string> {
  for (;;) {
    const { status, body } = await send(one);
    if (status === 202) return body.status as string;
    expect(status).toBe(503);
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
}

const of = (entries: Entry[], kind: string): number => entries.filter((one) => one.kind === kind).length;
const KINDS = ['search', 'click', 'conversion'] as const;

/** Every acknowledged event is there, and what hung in the air is there at most once, also after it was sent again. */
async function settle(what: string, { acknowledged, inTheAir }: Ledger, since: number): Promise<void> {
  const [first, ...rest] = inTheAir;
  let committed = 0;
  const again = async (one: Entry): Promise<void> => {
    const status = await sendUntilAnswered(one);
    expect(['accepted', 'duplicate']).toContain(status);
    if (status === 'duplicate') committed++;
  };
  // The first one waits until everything is back, so that the counts can be read.
  if (first) await again(first);
  const back = performance.now() - since;
  const present = await counts();
  for (const kind of KINDS) {
    const least = of(sent, kind) + of(acknowledged, kind);
    expect(present[kind]).toBeGreaterThanOrEqual(least);
    expect(present[kind]).toBeLessThanOrEqual(least + of(inTheAir, kind));
  }
  await Promise.all(rest.map(again));
  sent.push(...acknowledged, ...inTheAir);
  const counted = await counts();
  for (const kind of KINDS) expect(counted[kind]).toBe(of(sent, kind));
  lines.push(
    `${what}: ${acknowledged.length} acknowledged, ${inTheAir.length} in the air of which ${committed} were committed; ` +
      `0 missing, 0 doubled; back after ${(back / 1_000).toFixed(1)} s`,
  );
}

let number = 0;
const sent: Entry[] = [];
const lines: string[] = [];
afterAll(() => process.stdout.write(`${lines.join('\n')}\n${sent.length} events in all\n`));

test(
  `no acknowledged event is lost and none is doubled over ${SERVICE_KILLS} kills of the service`,
  async () => {
    for (let kill = 1; kill <= SERVICE_KILLS; kill++) {
      const ledger = await sendUntilKilled(100 + kill * 37);
      const since = performance.now();
      service = await startWithoutDemo({ MB_DATA_DIR: dataDir });
      await settle(`kill -9 of the service ${kill}`, ledger, since);
    }
    for (const one of sent.slice(0, 50)) expect((await send(one)).body.status).toBe('duplicate');
  },
  60_000 + SERVICE_KILLS * 30_000,
);

test(
  `nor over ${DATABASE_KILLS} kills of its PostgreSQL, which the service brings up again`,
  async () => {
    const { pid } = service.program.child;
    for (let kill = 1; kill <= DATABASE_KILLS; kill++) {
      const ledger = await sendThroughDatabaseKill(100 + kill * 37);
      await settle(`kill -9 of PostgreSQL ${kill}`, ledger, performance.now());
    }
    expect(service.program.child).toMatchObject({ pid, exitCode: null, signalCode: null });
    for (const one of sent.slice(-50)) expect((await send(one)).body.status).toBe('duplicate');
  },
  60_000 + DATABASE_KILLS * 30_000,
);
