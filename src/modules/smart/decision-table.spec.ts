import { decide, DECISION_TABLE, modeOf, type Judged } from './decision-table.ts';
import { roundConfidence } from './learning/index.ts';
import { reaches } from './suggestion.ts';

const judged = (more: Partial<Judged>): Judged => ({
  mode: 'hybrid',
  confidence: 0.7,
  hybridThreshold: 0.65,
  autoThreshold: 0.85,
  originalTokens: 1,
  targetTokens: 1,
  harmful: false,
  judgedByPerson: false,
  known: false,
  ...more,
});

/** Every cell: mode, confidence, shape → decision, status. Written out, so that a change of the table is seen here. */
const CELLS: [Judged['mode'], number, 'plain' | 'held' | 'known', string, string][] = [
  ['shadow', 0.85, 'plain', 'auto', 'logged'],
  ['shadow', 0.85, 'held', 'suggested', 'logged'],
  ['shadow', 0.85, 'known', 'logged', 'logged'],
  ['shadow', 0.84, 'plain', 'suggested', 'logged'],
  ['shadow', 0.84, 'held', 'suggested', 'logged'],
  ['shadow', 0.84, 'known', 'logged', 'logged'],
  ['hybrid', 0.65, 'plain', 'auto', 'applied'],
  ['hybrid', 0.65, 'held', 'suggested', 'pending'],
  ['hybrid', 0.65, 'known', 'logged', 'logged'],
  ['hybrid', 0.64, 'plain', 'suggested', 'pending'],
  ['hybrid', 0.64, 'held', 'suggested', 'pending'],
  ['hybrid', 0.64, 'known', 'logged', 'logged'],
  ['auto', 0.85, 'plain', 'auto', 'applied'],
  ['auto', 0.85, 'held', 'suggested', 'pending'],
  ['auto', 0.85, 'known', 'logged', 'logged'],
  ['auto', 0.84, 'plain', 'suggested', 'pending'],
  ['auto', 0.84, 'held', 'suggested', 'pending'],
  ['auto', 0.84, 'known', 'logged', 'logged'],
];

test.each(CELLS)('%s at %d, %s: %s, %s', (mode, confidence, shape, decision, status) => {
  const held = [{ targetTokens: 2 }, { harmful: true }];
  const cases = shape === 'plain' ? [{}] : shape === 'known' ? [{ known: true }, { known: true, harmful: true }] : held;
  for (const more of cases) expect(decide(judged({ mode, confidence, ...more }))).toEqual({ decision, status });
});

test('the cells above are all there are', () => {
  const cells = Object.values(DECISION_TABLE).flatMap((bands) => Object.values(bands).flatMap(Object.values));
  expect(cells).toHaveLength(CELLS.length);
});

test('only one word that becomes several waits; several that become one or more do not', () => {
  const status = (originalTokens: number, targetTokens: number) =>
    decide(judged({ confidence: 0.99, originalTokens, targetTokens })).status;
  expect([status(1, 1), status(1, 2), status(1, 3), status(2, 1), status(2, 3)]).toEqual([
    'applied',
    'pending',
    'pending',
    'applied',
    'applied',
  ]);
});

test.each(['hybrid', 'auto'] as const)('what a person has decided about waits in mode %s', (mode) => {
  expect(decide(judged({ mode, confidence: 1, judgedByPerson: true }))).toEqual({
    decision: 'suggested',
    status: 'pending',
  });
});

test('each mode has its own threshold', () => {
  const at = (mode: Judged['mode']) => decide(judged({ mode, confidence: 0.7 })).decision;
  expect([at('hybrid'), at('auto'), at('shadow')]).toEqual(['auto', 'suggested', 'suggested']);
  expect(decide(judged({ confidence: 0.1, hybridThreshold: 0 })).status).toBe('applied');
  expect(decide(judged({ confidence: 0.99, hybridThreshold: 1 })).status).toBe('pending');
});

test('thresholds at their limits: 0 applies all, 1 only what is certain, the lower one may be that of auto', () => {
  const applied = (more: Partial<Judged>) => decide(judged(more)).status === 'applied';
  expect(applied({ confidence: 0, hybridThreshold: 0 })).toBe(true);
  expect(applied({ confidence: 0.99, hybridThreshold: 1 })).toBe(false);
  expect(applied({ confidence: 1, hybridThreshold: 1 })).toBe(true);
  const crossed = { confidence: 0.5, hybridThreshold: 0.9, autoThreshold: 0.4 };
  expect([applied({ ...crossed, mode: 'hybrid' }), applied({ ...crossed, mode: 'auto' })]).toEqual([false, true]);
  // Whatever the threshold, one word to several and harm wait.
  for (const held of [{ targetTokens: 2 }, { harmful: true }])
    expect(applied({ confidence: 1, hybridThreshold: 0, ...held })).toBe(false);
});

test('of the mode in which a run began and the one in force the one that applies less holds', () => {
  const modes = ['off', 'shadow', 'auto', 'hybrid'] as const;
  expect(modes.slice(1).map((began) => modes.map((now) => modeOf(began, now)))).toEqual([
    ['shadow', 'shadow', 'shadow', 'shadow'],
    ['shadow', 'shadow', 'auto', 'auto'],
    ['shadow', 'shadow', 'auto', 'hybrid'],
  ]);
});

test('confidence is rounded down and compared as it is stored', () => {
  expect([0.29, 0.57, 0.58, 0.8499999, 0.85, 1, 0, 1.5, -1].map(roundConfidence)).toEqual([
    0.29, 0.57, 0.58, 0.84, 0.85, 1, 0, 1, 0,
  ]);
  for (let hundredths = 0; hundredths <= 100; hundredths++) {
    const value = hundredths / 100;
    expect(roundConfidence(value)).toBe(value);
    expect([reaches(value, value), reaches(value, value + 0.01)]).toEqual([true, false]);
  }
});
