import fastify, { type FastifyInstance } from 'fastify';
import { Registry } from 'prom-client';
import { currentRequestId, rememberRequestIds } from '../observability/request-context.ts';
import { shedLoad, type Patience, type RequestKind } from './load-shedding.ts';
import { Turns } from './turns.ts';

const ROUTES: Record<RequestKind | 'open', object> = {
  merchant: { access: { kinds: ['secret'] } },
  tracking: { access: { kinds: ['public', 'secret'] }, hot: true },
  shopper: { access: { kinds: ['public', 'secret'] } },
  open: { access: { kinds: 'open' } },
};
const PATIENCE: Record<RequestKind, Patience> = {
  merchant: { wait: 100, inFlight: 2 },
  tracking: { wait: 200, inFlight: 2 },
  shopper: { wait: 300, inFlight: 2 },
};

class StandingLine extends Turns {
  standing = 0;
  override get wait(): number {
    return this.standing;
  }
}

let server: FastifyInstance;
let registry: Registry;
let turns: StandingLine;
let held: PromiseWithResolvers<void> | null;

beforeEach(() => {
  turns = new StandingLine();
  registry = new Registry();
  held = null;
  server = fastify();
  shedLoad(server, registry, { turns, patience: PATIENCE });
  for (const [kind, config] of Object.entries(ROUTES)) {
    server.get(`/${kind}`, { config }, async () => {
      await held?.promise;
      return 'done';
    });
  }
});
afterEach(() => server.close());

const ask = (kind: string) => server.inject({ method: 'GET', url: `/${kind}` });
const statuses = async (): Promise<number[]> => {
  const answers = await Promise.all(['open', 'shopper', 'tracking', 'merchant'].map(ask));
  return answers.map(({ statusCode }) => statusCode);
};

test('the longer the line stands, the more kinds are refused; a search last, health never', async () => {
  expect(await statuses()).toEqual([200, 200, 200, 200]);
  turns.standing = 150;
  expect(await statuses()).toEqual([200, 200, 200, 503]);
  turns.standing = 250;
  expect(await statuses()).toEqual([200, 200, 503, 503]);
  turns.standing = 350;
  expect(await statuses()).toEqual([200, 503, 503, 503]);
  expect((await ask('shopper')).json()).toMatchObject({ message: expect.stringContaining('right now') });
  expect(await registry.metrics()).toContain('mirabel_requests_shed_total{kind="merchant"} 3');
  expect(await registry.metrics()).toContain('mirabel_request_wait_seconds 0.35');
  turns.standing = 0;
  expect(await statuses()).toEqual([200, 200, 200, 200]);
});

test('requests at once are bounded by kind, and their places are given back', async () => {
  held = Promise.withResolvers<void>();
  const first = [ask('shopper'), ask('shopper'), ask('merchant')].map((answer) => answer.then((one) => one.statusCode));
  // Hooks run in order of arrival.
  expect((await ask('shopper')).statusCode).toBe(503);
  expect(await registry.metrics()).toContain('mirabel_requests_in_flight{kind="shopper"} 2');
  held.resolve();
  expect(await Promise.all(first)).toEqual([200, 200, 200]);
  held = null;
  expect((await ask('shopper')).statusCode).toBe(200);
});

test('who waited for its turn goes on under its own request id', async () => {
  const busy = fastify({ genReqId: ({ url }) => url! });
  const line = new Turns();
  shedLoad(busy, new Registry(), { turns: line, patience: { ...PATIENCE, shopper: { wait: 10_000, inFlight: 100 } } });
  rememberRequestIds(busy);
  const ids: (string | undefined)[] = [];
  let waited = 0;
  busy.addHook('onRequest', (_request, _reply, done) => {
    if (line.wait > 0) waited++;
    ids.push(currentRequestId.getStore());
    done();
  });
  busy.get('/:name', { config: ROUTES.shopper }, () => currentRequestId.getStore());
  const urls = Array.from({ length: 60 }, (_, n) => `/${n}`);
  const answers = await Promise.all(urls.map((url) => busy.inject(url)));
  await busy.close();
  expect(waited).toBeGreaterThan(0);
  expect(ids).toEqual(urls);
  expect(answers.map(({ body }) => body)).toEqual(urls);
});
