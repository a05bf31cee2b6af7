import { randomUUID } from 'node:crypto';
import type { TestApp, TestTenant } from '../support/app.ts';
import { product, Shop } from '../support/catalogue.ts';
import { ask, type Answer } from '../support/client.ts';
import { Connectors, goods, Merchant } from '../support/merchant.ts';
import { startConnectorApp } from '../support/merchant-app.ts';
import { signedIn, type PanelBrowser } from '../support/panel.ts';
import { candidate, RunOf, SmartShop } from '../support/smart.ts';

/** Routes that leave nothing in the log, each with its reason. */
const UNRECORDED: Record<string, string> = {
  signIn: 'a session belongs to a person and to no shop; that person sees it under Account',
  signInByLink: 'as signIn',
  signOut: 'as signIn',
  endSession: 'as signIn',
  changePassword: 'as signIn',
  pushDocuments: 'programs, thousands a minute: each item says its source and when it was indexed',
  deleteDocument: 'as pushDocuments',
  trackSearch: 'events of shoppers, who stay unnamed',
  trackClick: 'as trackSearch',
  trackConversion: 'as trackSearch',
  searchWithBody: 'reads',
  suggestWithBody: 'reads',
  previewSearch: 'reads',
  groupOpportunities: 'reads',
  testConnector: 'reads, at the merchant',
  detectConnector: 'reads, at the merchant',
};

let service: TestApp;
let merchant: Merchant;
let shop: TestTenant;
let owner: PanelBrowser & { email: string };
let made = 0;

beforeAll(async () => {
  service = await startConnectorApp();
  merchant = await Merchant.start();
});
afterAll(async () => {
  await service.close();
  await merchant.stop();
});
beforeEach(async () => {
  shop = await service.createTenant();
  owner = await signedIn(service, shop, 'owner');
});

const call = (method: string, path: string, body?: unknown): Promise<Answer> =>
  owner.ask(method, `/v1/${shop.slug}/${path}`, body);
const withKey = (method: string, path: string): Promise<Answer> =>
  ask(service.url, method, path, { key: shop.keys.indexer });
const create = async (path: string, body: unknown): Promise<string> => {
  const answer = await call('POST', path, body);
  if (answer.status !== 201) throw new Error(answer.text);
  return answer.body.member?.id ?? answer.body.id;
};

const rule = { name: 'Shoes', conditions: [{ match: 'is', pattern: 'shoe' }], actions: { hide: ['x'] } };
const key = { kind: 'public', name: 'Shop' };
const synonym = () => ({ type: 'two_way', terms: [`a${++made}`, `b${made}`] });
const member = () => ({ email: `m${++made}@people.example`, role: 'viewer' });
const connector = () => ({ endpoint: merchant.url, enabled: false });
const push = () => new Shop(service, shop).push([product('p1')], 'erp');

async function suggestion(): Promise<string> {
  await push();
  await new RunOf(service, shop).with(candidate('trainerz', 'product'));
  return (await new SmartShop(service, shop).about('trainerz')).id;
}

/** A sync that holds removals back. */
async function heldRemovals(): Promise<string> {
  const connectors = new Connectors(service, shop);
  merchant.answer = Merchant.pages(goods(30));
  const id = await connectors.create({ endpoint: merchant.url });
  await connectors.sync(id);
  merchant.answer = Merchant.pages(goods(5));
  const sync = await connectors.sync(id);
  return `connectors/${id}/syncs/${sync.id}/approve-removals`;
}

/** By route: makes what the call is about, and gives the call. */
const DEEDS: Record<string, () => Promise<() => Promise<Answer>>> = {
  updateSettings: deed(() => call('PATCH', 'settings', { smart_hour: 5 })),
  inviteMember: deed(() => call('POST', 'members', member())),
  changeMember: deed(
    (id) => call('PATCH', `members/${id}`, { role: 'editor' }),
    () => create('members', member()),
  ),
  removeMember: deed(
    (id) => call('DELETE', `members/${id}`),
    () => create('members', member()),
  ),
  linkMember: deed(
    (id) => call('POST', `members/${id}/link`),
    () => create('members', member()),
  ),
  createKey: deed(() => call('POST', 'keys', key)),
  rotateKey: deed(
    (id) => call('POST', `keys/${id}/rotate`, {}),
    () => create('keys', key),
  ),
  revokeKey: deed(
    (id) => call('DELETE', `keys/${id}`),
    () => create('keys', key),
  ),
  updateItem: deed(() => call('PATCH', 'items/p1', { title: 'Another title' }), push),
  deleteSource: deed(() => withKey('DELETE', '/api/v1/index?source=erp'), push),
  createSynonym: deed(() => call('POST', 'synonyms', synonym())),
  importSynonyms: deed(() => call('POST', 'synonyms/import?format=solr', { content: 'tv, telly' })),
  updateSynonym: deed(
    (id) => call('PATCH', `synonyms/${id}`, { enabled: false }),
    () => create('synonyms', synonym()),
  ),
  deleteSynonym: deed(
    (id) => call('DELETE', `synonyms/${id}`),
    () => create('synonyms', synonym()),
  ),
  createRule: deed(() => call('POST', 'rules', rule)),
  updateRule: deed(
    (id) => call('PATCH', `rules/${id}`, { priority: 5 }),
    () => create('rules', rule),
  ),
  deleteRule: deed(
    (id) => call('DELETE', `rules/${id}`),
    () => create('rules', rule),
  ),
  createConnector: deed(() => call('POST', 'connectors', connector())),
  updateConnector: deed(
    (id) => call('PATCH', `connectors/${id}`, { name: 'Other' }),
    () => create('connectors', connector()),
  ),
  deleteConnector: deed(
    (id) => call('DELETE', `connectors/${id}`),
    () => create('connectors', connector()),
  ),
  syncConnector: deed(
    (id) => call('POST', `connectors/${id}/sync`),
    () => create('connectors', connector()),
  ),
  approveRemovals: deed((path) => call('POST', path), heldRemovals),
  acceptSuggestion: deed((id) => call('POST', `smart/suggestions/${id}/accept`), suggestion),
  rejectSuggestion: deed((id) => call('POST', `smart/suggestions/${id}/reject`), suggestion),
  revertSuggestion: deed(
    (id) => call('POST', `smart/suggestions/${id}/revert`),
    async () => {
      const id = await suggestion();
      await call('POST', `smart/suggestions/${id}/accept`);
      return id;
    },
  ),
  startRun: deed(() => call('POST', 'smart/runs')),
  cancelRun: deed(
    (id) => call('POST', `smart/runs/${id}/cancel`),
    async () => (await new RunOf(service, shop).claim()).run.id,
  ),
  erase: deed(() => call('POST', 'privacy/erase', { session_id: randomUUID() })),
};

function deed(act: () => Promise<Answer>): () => Promise<() => Promise<Answer>>;
function deed<T>(act: (made: T) => Promise<Answer>, make: () => Promise<T>): () => Promise<() => Promise<Answer>>;
function deed(act: (made?: unknown) => Promise<Answer>, make: () => Promise<unknown> = async () => undefined) {
  return () => make().then((subject) => () => act(subject));
}

const CHANGING = new Set(['post', 'put', 'patch', 'delete']);
interface Operation {
  operationId: string;
}

test('each route that changes something is tried below, or has a reason to leave nothing in the log', async () => {
  const { body } = await ask(service.url, 'GET', '/openapi.json');
  const routes = Object.values<Record<string, Operation>>(body.paths)
    .flatMap((operations) => Object.entries(operations))
    .filter(([method]) => CHANGING.has(method))
    .map(([, { operationId }]) => operationId);
  expect(routes.sort()).toEqual([...Object.keys(DEEDS), ...Object.keys(UNRECORDED)].sort());
});

test.each(Object.keys(DEEDS))('%s says in the log who did it and when', async (route) => {
  const log = async () => (await call('GET', 'audit?limit=1')).body;
  const act = await DEEDS[route]!();
  const before = await log();
  const answer = await act();
  if (answer.status >= 300) throw new Error(answer.text);
  const after = await log();
  expect(after.total).toBe(before.total + 1);
  const actor = route === 'deleteSource' ? 'First indexer key' : owner.email;
  expect(after.rows[0]).toMatchObject({ actor, at: expect.stringMatching(/Z$/) });
});

test('what was erased is counted in the log, and whose it was is not', async () => {
  const session_id = randomUUID();
  const event = { session_id, query: 'kite', results_count: 1, channel: 'overlay' };
  await ask(service.url, 'POST', `/v1/${shop.slug}/track/search`, { key: shop.keys.public, body: event });
  await call('POST', 'privacy/erase', { session_id, order_id: 'order-77' });
  const { body, text } = await call('GET', 'audit?kind=privacy');
  expect(body.rows).toMatchObject([
    { action: 'erase', subject: 'session, order', subject_id: null, changes: { searches: { from: 1, to: 0 } } },
  ]);
  expect(text).not.toMatch(new RegExp(`${session_id}|order-77`));
});
