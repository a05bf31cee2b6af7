import { randomUUID } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { TestTenant } from '../support/app.ts';
import { ask } from '../support/client.ts';
import { createTenantOf, startWithoutDemo } from '../support/processes.ts';
import type { StartedService } from '../support/service-process.ts';

const KILLS = Number(process.env.LEDGER_KILLS ?? 3);
const LANES = 24;

let dataDir: string;
let service: StartedService;
let shop: TestTenant;

beforeAll(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'mirabel-ledger-'));
  service = await startWithoutDemo({ MB_DATA_DIR: dataDir });
  shop = await createTenantOf(service, 'ledger', { MB_DATA_DIR: dataDir });
}, 60_000);
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

/** Sends on many connections until the process is gone; what got no answer hangs in the air. */
async function sendUntilKilled(next: () => Entry, killAfter: number) {
  const acknowledged: Entry[] = [];
  const unanswered: Entry[] = [];
  const lane = async (): Promise<void> => {
    for (;;) {
      const one = next();
      try {
        const answer = await send(one);
        expect([answer.status, answer.body.status]).toEqual([202, 'accepted']);
        acknowledged.push(one);
        if (acknowledged.length === killAfter) service.program.child.kill('SIGKILL');
      } catch (error) {
        // Jest has a TypeError of its own.
        if ((error as Error).name !== 'TypeError') throw error;
        unanswered.push(one);
        return;
      }
    }
  };
  await Promise.all(Array.from({ length: LANES }, lane));
  await service.program.ended;
  return { acknowledged, unanswered };
}

test(
  `no acknowledged event is lost and none is doubled over ${KILLS} kills`,
  async () => {
    let number = 0;
    let repeated = 0;
    const sent: Entry[] = [];
    for (let kill = 0; kill < KILLS; kill++) {
      const { acknowledged, unanswered } = await sendUntilKilled(() => entry(number++), 100 + kill * 137);
      service = await startWithoutDemo({ MB_DATA_DIR: dataDir });
      const present = await counts();
      const of = (entries: Entry[], kind: string): number => entries.filter((one) => one.kind === kind).length;
      for (const kind of ['search', 'click', 'conversion']) {
        const least = of(sent, kind) + of(acknowledged, kind);
        expect(present[kind]).toBeGreaterThanOrEqual(least);
        expect(present[kind]).toBeLessThanOrEqual(least + of(unanswered, kind));
      }
      for (const one of unanswered) {
        const { status, body } = await send(one);
        expect([status, ['accepted', 'duplicate'].includes(body.status)]).toEqual([202, true]);
        if (body.status === 'duplicate') repeated++;
      }
      sent.push(...acknowledged, ...unanswered);
      for (const kind of ['search', 'click', 'conversion']) expect((await counts())[kind]).toBe(of(sent, kind));
    }
    for (const one of sent.slice(0, 50)) expect((await send(one)).body.status).toBe('duplicate');
    process.stdout.write(`${sent.length} events, ${KILLS} kills, ${repeated} committed without an answer\n`);
  },
  60_000 + KILLS * 20_000,
);
