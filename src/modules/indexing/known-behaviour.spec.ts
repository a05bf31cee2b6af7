import { tenantContext } from '../../kernel/tenant-context.ts';
import { FaultyEngine } from '../../../test/support/faulty-engine.ts';
import { ask, put } from '../../engine/port/conformance/index.ts';
import type { SearchIndex } from '../../engine/port/index.ts';
import { KnownBehaviour } from './known-behaviour.ts';

const tenant = tenantContext('00000000-0000-7000-8000-000000000001', 'shop');
const known = new KnownBehaviour();
let engine: FaultyEngine;
let index: SearchIndex;

beforeEach(async () => {
  engine = new FaultyEngine();
  index = await engine.open(tenant);
  const changes = ['a', 'b', 'c'].map((id) => put({ id, title: 'Lamp' }));
  await index.apply({ version: 1, changes });
});
afterEach(() => engine.close());

const state = (sequence: number, id: string) => ({ sequence, items: [{ id, appeal: 5, demand: 5 }] });
const first = async () => (await index.search(ask('lamp'))).hits[0]!.id;

test('searches that bring the same state set it once', async () => {
  await Promise.all([state(1, 'b'), state(1, 'b'), state(1, 'b')].map((one) => known.bring(index, one)));
  expect([engine.behaviours, await first()]).toEqual([1, 'b']);
});

test('an older state never takes the place of a newer one', async () => {
  await Promise.all([known.bring(index, state(1, 'b')), known.bring(index, state(2, 'c'))]);
  expect(await first()).toBe('c');
  await known.bring(index, state(1, 'b'));
  expect([engine.behaviours, await first()]).toEqual([2, 'c']);
  const newest = known.bring(index, state(3, 'a'));
  await Promise.all([known.bring(index, state(2, 'c')), newest]);
  expect([engine.behaviours, await first()]).toEqual([3, 'a']);
});

test('one that could not be set is set by the next search', async () => {
  engine.before.behaviour = () => {
    throw new Error('broken');
  };
  await expect(known.bring(index, state(1, 'b'))).rejects.toThrow('broken');
  engine.before = {};
  await known.bring(index, state(1, 'b'));
  expect(await first()).toBe('b');
});
