import { randomUUID } from 'node:crypto';
import { tenantContext } from '../../../kernel/tenant-context.ts';
import { ask, put } from '../../port/conformance/index.ts';
import type { EngineHit } from '../../port/index.ts';
import { createEmbeddedEngine } from '../index.ts';

/** Below zero when the first hit belongs before the second, by the rules they were explained with. */
function compareByRules(a: EngineHit, b: EngineHit): number {
  for (const [at, rule] of a.explanation!.rules.entries()) {
    const difference = rule.value - b.explanation!.rules[at]!.value;
    if (difference !== 0) return rule.better === 'lower' ? difference : -difference;
  }
  return a.id < b.id ? -1 : 1;
}

it('explains an order that adds up: rule by rule the hits stand as they are ranked', async () => {
  const engine = createEmbeddedEngine({ directory: null, memoryBudgetBytes: 1 << 30 });
  const index = await engine.open(tenantContext(randomUUID(), 'shop'));
  const words = ['desk', 'lamp', 'iron', 'gate', 'lamps', 'desks', 'black'];
  for (let version = 1; version <= 6; version++) {
    const changes = Array.from({ length: 40 }, (_, at) => {
      const pick = (step: number): string => words[(at * step + version) % words.length]!;
      return put({
        id: `${version}-${at}`,
        title: `${pick(1)} ${pick(3)} ${pick(5)}`,
        description: `${pick(2)} and ${pick(4)}`,
        brand: pick(6),
        popularity: at % 3,
      });
    });
    await index.apply({ version, changes });
  }
  const behaviour = Array.from({ length: 60 }, (_, at) => ({
    id: `${(at % 6) + 1}-${at % 40}`,
    appeal: (at % 21) - 10,
    demand: at % 11,
  }));
  await index.setBehaviour(behaviour);
  const boosts = [{ filter: { kind: 'in', field: 'brand', values: ['iron'] } as const, weight: 2 }];
  for (const query of ['lamp', 'desk lamp', 'iron gate desk', 'dseks lamp', 'lamp zzzz']) {
    const { hits } = await index.search(
      ask(query, {}, { limit: 200, explain: true, boosts, behaviour: behaviour.slice(0, 9) }),
    );
    expect(hits.length).toBeGreaterThan(10);
    expect(hits.toSorted(compareByRules).map(({ id }) => id)).toEqual(hits.map(({ id }) => id));
  }
  await engine.close();
});

it('says in words what shoppers did', async () => {
  const engine = createEmbeddedEngine({ directory: null, memoryBudgetBytes: 1 << 30 });
  const index = await engine.open(tenantContext(randomUUID(), 'shop'));
  await index.apply({ version: 1, changes: ['a', 'b', 'c'].map((id) => put({ id, title: 'Lamp' })) });
  await index.setBehaviour([{ id: 'a', appeal: 5, demand: 7 }]);
  const told = async (query: ReturnType<typeof ask>): Promise<unknown[]> => {
    const { hits } = await index.search({ ...query, explain: true });
    return hits.map(({ id, explanation }) => {
      const { value, detail } = explanation!.rules.find(({ name }) => name === 'behaviour')!;
      return [id, value, detail];
    });
  };
  expect(await told(ask('lamp', {}, { behaviour: [{ id: 'b', appeal: -5 }] }))).toEqual([
    ['a', 5, 'picked 4.00 times as often as its places explain, over all searches'],
    ['c', 0, 'shoppers have not shown yet how they like it'],
    ['b', -5, 'picked 0.25 times as often as its places explain, for these words'],
  ]);
  expect((await told(ask('')))[0]).toEqual(['a', 7, 'wanted at step 7 of 10 among all items']);
  await engine.close();
});

it('keeps behaviour through merges, whichever segments they make', async () => {
  const engine = createEmbeddedEngine({ directory: null, memoryBudgetBytes: 1 << 30 });
  const index = await engine.open(tenantContext(randomUUID(), 'shop'));
  await index.setBehaviour([
    { id: '3-7', appeal: 9, demand: 9 },
    { id: '17-1', appeal: 8, demand: 1 },
  ]);
  for (let version = 1; version <= 24; version++) {
    const changes = Array.from({ length: 300 }, (_, at) => put({ id: `${version}-${at}`, title: 'Lamp' }));
    await index.apply({ version, changes });
  }
  await engine.settle();
  expect(index.stats().segments).toBeLessThan(24);
  const ids = async (words: string): Promise<string[]> =>
    (await index.search(ask(words, {}, { limit: 2 }))).hits.map(({ id }) => id);
  expect([await ids('lamp'), await ids('')]).toEqual([
    ['3-7', '17-1'],
    ['3-7', '17-1'],
  ]);
  await index.setBehaviour([{ id: '17-1', appeal: 1, demand: 1 }]);
  expect((await ids('lamp'))[0]).toBe('17-1');
  await engine.close();
});
