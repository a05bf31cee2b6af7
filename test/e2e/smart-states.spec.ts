import { randomUUID } from 'node:crypto';
import { SUGGESTION_STATUSES, type SuggestionStatus } from '../../src/modules/smart/suggestion.ts';
import { startTestApp, type TestApp, type TestTenant } from '../support/app.ts';
import { product, Shop } from '../support/catalogue.ts';
import { candidate, RunOf, SmartShop, type Body } from '../support/smart.ts';

/** Every cell of the two tables of ARCHITECTURE.md: what a run decides, and what follows by the status that is met. */
let service: TestApp;
let tenant: TestTenant;
let shop: SmartShop;
let catalogue: Shop;
let run: RunOf;
const DAY = 86_400_000;

beforeAll(async () => {
  service = await startTestApp();
});
beforeEach(async () => {
  tenant = await service.createTenant();
  shop = new SmartShop(service, tenant);
  catalogue = new Shop(service, tenant);
  run = new RunOf(service, tenant);
  await catalogue.push([
    product('s', { title: 'Red sneakers' }),
    product('k', { title: 'Paper kite' }),
    product('p', { title: 'Drachen poster' }),
    product('h', { title: 'Headphones' }),
  ]);
});
afterAll(() => service.close());

type Cell = 'auto, applied' | 'auto, logged' | 'suggested, pending' | 'suggested, logged' | 'logged, logged';

test.each<[mode: string, confidence: number, plain: Cell, held: Cell, known: Cell]>([
  ['shadow', 0.85, 'auto, logged', 'suggested, logged', 'logged, logged'],
  ['shadow', 0.84, 'suggested, logged', 'suggested, logged', 'logged, logged'],
  ['hybrid', 0.65, 'auto, applied', 'suggested, pending', 'logged, logged'],
  ['hybrid', 0.64, 'suggested, pending', 'suggested, pending', 'logged, logged'],
  ['auto', 0.85, 'auto, applied', 'suggested, pending', 'logged, logged'],
  ['auto', 0.84, 'suggested, pending', 'suggested, pending', 'logged, logged'],
])('a run in mode %s at confidence %d: %s; held: %s; known: %s', async (smart_mode, confidence, ...cells) => {
  await shop.settings({ smart_mode });
  await shop.ask('POST', '/synonyms', { type: 'two_way', terms: ['schuhe', 'sneakers'] });
  // As another word for kite, who looks for a poster would be shown what is pinned for kites.
  const rule = { conditions: [{ match: 'contains', pattern: 'kite' }], actions: { pin: [{ id: 's', position: 1 }] } };
  expect((await shop.ask('POST', '/rules', { name: 'Kites', ...rule })).status).toBe(201);
  for (let n = 0; n < 5; n++) await shop.searched('Drachen poster', 1, randomUUID());
  service.clock.advance(1_000);
  await run.with(
    candidate('qqplain', 'sneakers', { confidence }),
    candidate('qqsingle', 'red sneakers', { confidence }),
    candidate('drachen', 'kite', { confidence }),
    candidate('schuhe', 'sneakers', { confidence }),
  );
  const about = await Promise.all(['qqplain', 'qqsingle', 'drachen', 'schuhe'].map((failed) => shop.about(failed)));
  const [plain, held, known] = cells;
  expect(about.map(({ decision, status }) => `${decision}, ${status}`)).toEqual([plain, held, held, known]);
  for (const { history, status } of about) {
    const at = expect.stringMatching(/Z$/);
    // Who, when and why, in words.
    const reason = expect.stringMatching(/\w.*\.$/);
    expect(history).toEqual([{ at, by: 'run', from: null, to: status, reason, confidence }]);
  }
  const learned = (await shop.synonyms()).filter(({ source }) => source === 'learned').map(({ input }) => input);
  expect(learned).toEqual(plain === 'auto, applied' ? ['qqplain'] : []);
});

const ACTIONS = ['accept', 'reject', 'revert'] as const;
type Word = (typeof ACTIONS)[number] | 'run';
const wordFor = (what: Word): string => `qq${what}`;

/** What a person's action comes to, and what a run in mode auto makes of one that is sure. */
const CELLS: Record<SuggestionStatus, Record<Word, SuggestionStatus | 'the same' | 409>> = {
  pending: { accept: 'accepted', reject: 'rejected', revert: 409, run: 'applied' },
  logged: { accept: 'accepted', reject: 'rejected', revert: 409, run: 'applied' },
  accepted: { accept: 'the same', reject: 409, revert: 'reverted', run: 'the same' },
  applied: { accept: 409, reject: 409, revert: 'reverted', run: 'the same' },
  rejected: { accept: 409, reject: 'the same', revert: 409, run: 'the same' },
  reverted: { accept: 'accepted', reject: 'rejected', revert: 409, run: 'the same' },
};

const act = async (failed: string, action: string, body?: object) =>
  shop.ask('POST', `/smart/suggestions/${(await shop.about(failed)).id}/${action}`, body);

/** Suggestions of this status, as a shop comes to have them. */
async function bring(status: SuggestionStatus, words: readonly string[]): Promise<void> {
  const smart_mode = { pending: 'hybrid', applied: 'auto', reverted: 'auto' }[status as string] ?? 'shadow';
  await shop.settings({ smart_mode });
  await run.with(
    ...words.map((failed) => candidate(failed, 'sneakers', { confidence: status === 'pending' ? 0.5 : 0.9 })),
  );
  const action = { accepted: 'accept', rejected: 'reject', reverted: 'revert' }[status as string];
  if (action) for (const failed of words) expect((await act(failed, action)).status).toBe(200);
  for (const failed of words) expect(await shop.about(failed)).toMatchObject({ status });
}

test.each(SUGGESTION_STATUSES)('what follows when a suggestion is %s', async (status) => {
  await bring(status, (['accept', 'reject', 'revert', 'run'] as const).map(wordFor));
  for (const action of ACTIONS) {
    const failed = wordFor(action);
    const before = await shop.about(failed);
    const answer = await act(failed, action, action === 'reject' ? { reason: 'A reason.' } : undefined);
    const after = await shop.about(failed);
    const cell = CELLS[status][action];
    if (cell === 409) {
      const code = action === 'revert' ? 'conflict' : 'suggestion_already_resolved';
      expect(answer).toMatchObject({ status: 409, body: { code, current_status: status } });
      expect(after).toEqual(before);
    } else if (cell === 'the same') {
      expect(answer).toMatchObject({ status: 200, body: { suggestion: { status } } });
      expect(after).toEqual(before);
    } else {
      expect(answer).toMatchObject({ status: 200, body: { suggestion: { id: before.id, status: cell } } });
      const { confidence } = before;
      const done = action === 'accept' ? 'Accepted' : 'Taken back';
      const said = action === 'reject' ? 'A reason.' : null;
      const reason = said ?? `${done} at a confidence of ${confidence}, when it was ${status}.`;
      const who = { by: 'person', actor: expect.any(String) };
      const entry = { at: expect.any(String), ...who, from: status, to: cell, reason, confidence };
      expect(after.history).toEqual([...before.history, entry]);
      expect(after).toMatchObject({ status: cell, decided_by: after.history.at(-1).actor, reject_reason: said });
    }
  }
  const failed = wordFor('run');
  const before = await shop.about(failed);
  await shop.settings({ smart_mode: 'shadow' });
  await run.with(candidate(failed, 'sneakers', { confidence: 0.99 }));
  // Shadow applies nothing and takes nothing away; what is open has another confidence by now, and its history says so.
  const shadow = await shop.about(failed);
  const isOpen = status === 'pending' || status === 'logged';
  const anew = { by: 'run', from: status, to: status, confidence: 0.99 };
  const why = `Its confidence rose from ${before.confidence} to 0.99. Shadow mode: it would have been applied,`;
  expect(shadow).toMatchObject({
    status,
    history: isOpen ? [...before.history, { ...anew, reason: expect.stringContaining(why) }] : before.history,
  });
  await shop.settings({ smart_mode: 'auto' });
  await run.with(candidate(failed, 'sneakers', { confidence: 0.99 }));
  const after = await shop.about(failed);
  const cell = CELLS[status].run;
  expect([after.id, after.status]).toEqual([before.id, cell === 'the same' ? status : cell]);
  expect(after.history).toHaveLength(shadow.history.length + (cell === 'the same' ? 0 : 1));
  // What is in force searches, and nothing else does.
  const statuses = await Promise.all(
    [...ACTIONS, 'run' as const].map(
      async (word) => [wordFor(word), (await shop.about(wordFor(word))).status] as const,
    ),
  );
  const inForce = statuses.filter(([, one]) => one === 'accepted' || one === 'applied').map(([word]) => word);
  expect((await shop.synonyms()).map(({ input }) => input).sort()).toEqual(inForce.sort());
  for (const [word] of statuses)
    expect([word, await catalogue.found(word)]).toEqual([word, inForce.includes(word) ? ['s'] : []]);
});

test('what a person accepted expires as well: out of the catalogue, or used by nobody for 90 days', async () => {
  await run.with(candidate('drachen', 'kite'), candidate('schuhe', 'sneakers'));
  for (const failed of ['drachen', 'schuhe']) expect((await act(failed, 'accept')).status).toBe(200);
  await catalogue.remove('/k');
  expect((await run.with()).metrics).toMatchObject({ expired: 1, reverted: 0 });
  const last = ({ history }: Body): string => `${history.at(-1).from} ${history.at(-1).to}: ${history.at(-1).reason}`;
  expect(last(await shop.about('drachen'))).toBe('accepted reverted: The catalogue has nothing for "kite" any more.');
  expect(await shop.about('schuhe')).toMatchObject({ status: 'accepted' });
  service.clock.advance(92 * DAY);
  expect((await run.with()).metrics).toMatchObject({ expired: 1, reverted: 0 });
  expect(last(await shop.about('schuhe'))).toBe('accepted reverted: No search found anything through it for 90 days.');
  expect(await shop.synonyms()).toEqual([]);
});

test('the answer to accept says when a person has switched the synonym off', async () => {
  await run.with(candidate('schuhe', 'sneakers'));
  const { body } = await act('schuhe', 'accept');
  expect([body.engine, await catalogue.found('schuhe')]).toEqual(['applied', ['s']]);
  await shop.ask('PATCH', `/synonyms/${body.synonym.id}`, { enabled: false });
  expect(await act('schuhe', 'accept')).toMatchObject({ status: 200, body: { engine: 'pending' } });
  expect(await catalogue.found('schuhe')).toEqual([]);
});

test('no run makes several words another way to say one; a person may', async () => {
  const apart = candidate('head phones', 'headphones', { direction: 'two_way', kind: 'compound' });
  await shop.settings({ smart_mode: 'auto' });
  await run.with(apart);
  expect(await shop.synonyms()).toMatchObject([{ type: 'one_way', input: 'head phones', terms: ['headphones'] }]);
  expect((await act('head phones', 'revert')).status).toBe(200);
  expect((await act('head phones', 'accept')).status).toBe(200);
  expect(await shop.synonyms()).toMatchObject([{ type: 'two_way', input: null, terms: ['head phones', 'headphones'] }]);
});
