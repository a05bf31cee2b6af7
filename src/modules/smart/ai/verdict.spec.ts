import fc from 'fast-check';
import { readVerdicts, withVerdict, type Verdict } from './verdict.ts';

const row = (over: object = {}): object => ({ pair: 0, confidence: 0.9, kind: 'typo', reason: 'One letter.', ...over });
const answer = (...rows: unknown[]): string => JSON.stringify({ verdicts: rows });
const verdict = (confidence: number): Verdict => ({ confidence, kind: 'typo', reason: '' });

test('a sound answer gives a verdict for each pair', () => {
  const verdicts = readVerdicts(answer(row(), row({ pair: 1, confidence: 0, kind: 'none' })), 2);
  expect(verdicts).toEqual(
    new Map([
      [0, { confidence: 0.9, kind: 'typo', reason: 'One letter.' }],
      [1, { confidence: 0, kind: 'none', reason: 'One letter.' }],
    ]),
  );
});

test.each(['', 'Sure! Here you go', '[]', '{"verdicts":{}}', '{"verdicts":[', 'null', '"verdicts"'])(
  '%j is no answer',
  (text) => expect(readVerdicts(text, 1)).toBeNull(),
);

test.each([
  ['a pair that was not asked', row({ pair: 7 })],
  ['a pair before the first', row({ pair: -1 })],
  ['half a pair', row({ pair: 0.5 })],
  ['a number as text', row({ pair: '0' })],
  ['more than sure', row({ confidence: 1.01 })],
  ['less than nothing', row({ confidence: -0.01 })],
  ['confidence as text', row({ confidence: '1' })],
  ['no confidence', row({ confidence: null })],
  ['an unknown kind', row({ kind: 'bribe' })],
  ['a reason that is no text', row({ reason: { html: '<b>' } })],
  ['no object', 1],
  ['nothing', null],
])('%s is left out, the others stay', (_, bad) => {
  expect([...readVerdicts(answer(bad, row({ pair: 1 })), 2)!.keys()]).toEqual([1]);
});

test('a pair with two verdicts has none: one of them is not meant for it', () => {
  expect([...readVerdicts(answer(row(), row({ pair: 1 }), row({ confidence: 1 })), 2)!.keys()]).toEqual([1]);
});

test('a reason is one line without control and direction characters, and short', () => {
  const reason = `a\nb\u0000c\u202Ed\u2028e ${'x'.repeat(5000)}`;
  const said = readVerdicts(answer(row({ reason })), 1)!.get(0)!.reason;
  expect(said).toMatch(/^a b c d e x+$/);
  expect(said).toHaveLength(200);
});

test('half a surrogate pair in a reason, sent or cut, is mended', () => {
  const said = (reason: string) => readVerdicts(answer(row({ reason })), 1)!.get(0)!.reason;
  expect(said('a\ud800b')).toBe('a\ufffdb');
  expect(said('😀'.repeat(900)).isWellFormed()).toBe(true);
  expect(said(`x${'😀'.repeat(900)}`).isWellFormed()).toBe(true);
});

test('whatever the provider says, reading it does not throw', () => {
  fc.assert(
    fc.property(
      fc.oneof(
        fc.string(),
        fc.json(),
        fc.array(fc.anything()).map((rows) => answer(...rows)),
      ),
      (text) => {
        for (const [pair, { confidence }] of readVerdicts(text, 3) ?? []) {
          expect(pair).toBeLessThan(3);
          expect(confidence >= 0 && confidence <= 1).toBe(true);
        }
      },
    ),
  );
});

test('a verdict moves a confidence towards it, never past it by more than a bounded step', () => {
  expect(withVerdict(0.5, verdict(1))).toBeCloseTo(0.818, 3);
  expect(withVerdict(0.5, verdict(0))).toBeCloseTo(0.182, 3);
  expect(withVerdict(0.7, verdict(0.5))).toBeCloseTo(0.7, 10);
  expect(withVerdict(0.7, verdict(0.95))).toBeGreaterThan(0.85);
  expect(withVerdict(0.3, verdict(1))).toBeLessThan(0.66);
});

test('a surer verdict never lowers a confidence', () => {
  const share = fc.double({ min: 0, max: 1, noNaN: true });
  fc.assert(
    fc.property(share, share, share, (own, a, b) => {
      const [low, high] = a < b ? [a, b] : [b, a];
      const [less, more] = [withVerdict(own, verdict(low)), withVerdict(own, verdict(high))];
      expect(less).toBeLessThanOrEqual(more);
      expect(more).toBeLessThan(1);
      expect(less).toBeGreaterThan(0);
    }),
  );
});
