import { randomUUID } from 'node:crypto';
import { ask, type Answer } from './client.ts';

export interface DemoShopAccess {
  url: string;
  slug: string;
  keys: { public: string; secret: string };
}

const DAY_MS = 86_400_000;
/** Words that shoppers of the demo shop type, and how often of a hundred. */
const POPULAR: [string, number][] = [
  ['sneakers', 14],
  ['running shoes', 11],
  ['desk lamp', 9],
  ['coffee grinder', 8],
  ['backpack', 7],
  ['headphones', 7],
  ['rain jacket', 6],
  ['yoga mat', 5],
  ['water bottle', 5],
  ['office chair', 4],
];
/** What fails, what shoppers say then, and in how many sessions. */
const RESCUED: [string, string, number][] = [
  ['snaekres', 'sneakers', 24],
  ['hedphnes', 'headphones', 16],
  ['rucksak', 'backpack', 12],
  ['cofee grindr', 'coffee grinder', 11],
  ['windbreakr', 'rain jacket', 9],
  ['flask', 'water bottle', 7],
  ['ofice chiar', 'office chair', 6],
];
const NOT_SOLD: [string, number][] = [
  ['kayak paddle', 14],
  ['tent pegs', 9],
  ['<script>alert(1)</script>', 6],
  ['RS-7667/FH', 5],
];

/** The same numbers in every run: pictures are compared. */
function numbers(seed: number): () => number {
  let state = seed;
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 32;
  };
}

/**
 * Four weeks of shoppers in the demo shop, over HTTP as shops send them: searches, clicks, purchases, words that fail.
 * Then learns from them. `now` is the service's clock, `scale` multiplies the sessions.
 */
export async function fillDemoShop(shop: DemoShopAccess, { now = Date.now(), scale = 1 } = {}): Promise<void> {
  const { url, slug, keys } = shop;
  const random = numbers(7);
  const send = async (method: string, path: string, key: string, body?: object): Promise<Answer> => {
    const answer = await ask(url, method, `/v1/${slug}${path}`, { key, ...(body && { body }) });
    if (answer.status >= 300) throw new Error(`${path}: ${answer.text}`);
    return answer;
  };
  await send('PATCH', '/settings', keys.secret, { rate_limit_per_minute: 100_000, smart_mode: 'hybrid' });

  type Hit = { id: string; price?: number; currency?: string };
  const found = new Map<string, Hit[]>();
  const hitsOf = async (query: string): Promise<Hit[]> => {
    const hits = found.get(query) ?? (await send('POST', '/search', keys.public, { q: query, per_page: 8 })).body.hits;
    found.set(query, hits);
    return hits;
  };
  /** More of late, less by night. */
  const moment = (): number => {
    const days = 27 * random() ** 1.3;
    const hour = 8 + 14 * random();
    const at = Math.floor((now - days * DAY_MS) / DAY_MS) * DAY_MS + hour * 3_600_000;
    return Math.min(at, now - 600_000);
  };
  const track = (kind: string, at: number, event: object): Promise<unknown> =>
    send('POST', `/track/${kind}`, keys.public, { ...event, timestamp: new Date(at).toISOString() });

  const succeed = async (query: string, session_id: string, at: number): Promise<void> => {
    const hits = await hitsOf(query);
    const channel = random() < 0.4 ? 'overlay' : 'results_page';
    await track('search', at, { session_id, query, results_count: hits.length, channel });
    if (random() > 0.62) return;
    const position = 1 + Math.floor(hits.length * random() ** 2.5);
    const hit = hits[position - 1];
    if (!hit) return;
    await track('click', at + 8_000, { session_id, query, item_id: hit.id, position, channel });
    if (random() > 0.22) return;
    await track('conversion', at + 300_000, {
      session_id,
      item_id: hit.id,
      order_id: `o-${session_id.slice(0, 8)}`,
      revenue: hit.price ?? 19.9,
      currency: hit.currency ?? 'EUR',
    });
  };
  const fail = async (query: string, session_id: string, at: number): Promise<unknown> =>
    track('search', at, { session_id, query, results_count: 0, channel: 'results_page' });

  const visits: (() => Promise<unknown>)[] = [];
  const repeat = (count: number, visit: (session: string, at: number) => Promise<unknown>): void => {
    for (let at = 0; at < count * scale; at++) visits.push(() => visit(randomUUID(), moment()));
  };
  for (const [query, share] of POPULAR) repeat(share * 6, (session, at) => succeed(query, session, at));
  for (const [query, count] of NOT_SOLD) repeat(count, (session, at) => fail(query, session, at));
  for (const [failed, rescue, count] of RESCUED) {
    repeat(count, async (session, at) => {
      await fail(failed, session, at);
      const [hit] = await hitsOf(rescue);
      await track('search', at + 20_000, {
        session_id: session,
        query: rescue,
        results_count: 8,
        channel: 'results_page',
      });
      if (hit) await track('click', at + 30_000, { session_id: session, query: rescue, item_id: hit.id, position: 1 });
    });
  }
  const work = async (): Promise<void> => {
    for (let visit = visits.pop(); visit; visit = visits.pop()) await visit();
  };
  await Promise.all(Array.from({ length: 8 }, work));

  const { body: run } = await send('POST', '/smart/runs', keys.secret);
  for (let status = 'running'; status === 'running';) {
    await new Promise((resolve) => setTimeout(resolve, 200));
    ({ status } = (await send('GET', `/smart/runs/${run.id}`, keys.secret)).body);
  }
}
