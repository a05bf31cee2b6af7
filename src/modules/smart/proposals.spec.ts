import type { Candidate } from './learning/index.ts';
import { proposalsOf } from './proposals.ts';

function candidate(originalQuery: string, suggestedQuery: string, more: Partial<Candidate> = {}): Candidate {
  const evidence = { sessions: 0, rescues: 0, rescue_rate: null, shared_items: 0, edit_distance: 0 };
  return {
    originalQuery,
    suggestedQuery,
    kind: 'synonym',
    direction: 'two_way',
    confidence: 0.9,
    reason: '',
    because: { code: 'synonym', source: 'searches', conversions: 0, opinion: null },
    uncertain: false,
    evidence: { ...evidence, results_failed: 0, results_rescue: 0 },
    ...more,
  };
}
const pairsOf = (...candidates: Candidate[]): string[][] =>
  proposalsOf(candidates, 10).proposed.map(({ original, target }) => [original, target]);

test('two that say the same both ways are one: the surer', () => {
  expect(pairsOf(candidate('Sofa', 'couch', { confidence: 0.8 }), candidate('couch', 'sofa'))).toEqual([
    ['couch', 'sofa'],
  ]);
  expect(pairsOf(candidate('sofa', 'couch'), candidate('couch', 'sofa', { direction: 'one_way' }))).toEqual([
    ['sofa', 'couch'],
  ]);
  const oneWay = { direction: 'one_way', confidence: 0.95 } as const;
  expect(pairsOf(candidate('sofa', 'couch', oneWay), candidate('couch', 'sofa'))).toHaveLength(2);
});

test('words over 1,200 bytes a side are left out and counted', () => {
  const long = 'ж'.repeat(600);
  const { proposed, tooLong } = proposalsOf(
    [candidate('a', long), candidate(`${long}z`, 'b'), candidate('c', `${long}z`)],
    10,
  );
  expect([proposed.map(({ original }) => original), tooLong]).toEqual([['a'], 2]);
});
