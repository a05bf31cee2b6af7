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
  const boosts = [{ filter: { kind: 'in', field: 'brand', values: ['iron'] } as const, weight: 2 }];
  for (const query of ['lamp', 'desk lamp', 'iron gate desk', 'dseks lamp', 'lamp zzzz']) {
    const { hits } = await index.search(ask(query, {}, { limit: 200, explain: true, boosts }));
    expect(hits.length).toBeGreaterThan(10);
    expect(hits.toSorted(compareByRules).map(({ id }) => id)).toEqual(hits.map(({ id }) => id));
  }
  await engine.close();
});
