import fc from 'fast-check';
import { sightingsOf, type Step } from './sightings.ts';

const MINUTE = 60_000;
const step = (query: string, results: number, more: Partial<Step> = {}): Step => ({
  at: 0,
  query,
  typed: query,
  results,
  clicked: false,
  bought: false,
  items: [],
  ...more,
});
const clicked = { clicked: true, items: ['i'] };
/** A minute apart, unless they say when. */
const session = (...steps: Step[]): Step[] => steps.map((one, n) => ({ ...one, at: one.at || n * MINUTE }));
const pairs = (...steps: Step[]) => sightingsOf(session(...steps)).map((s) => [s.failed, s.rescue?.query ?? null]);

describe('what failed and what rescued it', () => {
  test.each<[string, Step[], [string, string | null][]]>([
    ['no results, then a click', [step('sofe', 0), step('sofa', 9, clicked)], [['sofe', 'sofa']]],
    ['no results, nothing after', [step('sofe', 0)], [['sofe', null]]],
    ['no results, then results nobody clicked', [step('sofe', 0), step('sofa', 9)], [['sofe', null]]],
    ['a purchase without a click', [step('sofe', 0), step('sofa', 9, { bought: true })], [['sofe', 'sofa']]],
    ['results without a click, rephrased', [step('couch', 2), step('sofa', 9, clicked)], [['couch', 'sofa']]],
    ['results without a click, nothing after', [step('couch', 2)], []],
    ['results with a click', [step('couch', 2, clicked), step('sofa', 9, clicked)], []],
    [
      'two attempts',
      [step('sofee', 0), step('sofe', 0), step('sofa', 9, clicked)],
      [
        ['sofee', 'sofa'],
        ['sofe', 'sofa'],
      ],
    ],
    [
      'four searches later is another story',
      [step('a', 0), step('b', 1), step('c', 1), step('d', 1), step('e', 9, clicked)],
      [
        ['a', null],
        ['b', 'e'],
        ['c', 'e'],
        ['d', 'e'],
      ],
    ],
    ['ten minutes later too', [step('sofe', 0), step('sofa', 9, { ...clicked, at: 11 * MINUTE })], [['sofe', null]]],
    ['words added narrow it', [step('sofa', 9), step('red sofa', 3, clicked)], [['sofa', null]]],
    ['words left out widen it', [step('red sofa xl', 0), step('sofa red', 3, clicked)], [['red sofa xl', null]]],
    ['an accessory is not its device', [step('iphone case', 0), step('iphone', 3, clicked)], [['iphone case', null]]],
    ['split words are not parts', [step('tshirt', 0), step('t shirt', 3, clicked)], [['tshirt', 't shirt']]],
    ['the same words found something later', [step('sofa', 0), step('sofa', 9, clicked), step('lamp', 3, clicked)], []],
    [
      'failed twice, rescued the second time',
      [step('sofe', 0), step('x', 0), step('y', 0), step('z', 0), step('sofe', 0), step('sofa', 9, clicked)],
      [
        ['sofe', 'sofa'],
        ['x', null],
        ['y', 'sofa'],
        ['z', 'sofa'],
      ],
    ],
  ])('%s', (_, steps, expected) => expect(pairs(...steps)).toEqual(expected));

  test('a rescue tells its items once, three at most', () => {
    const items = ['a', 'a', 'b', 'c', 'd'];
    expect(sightingsOf(session(step('x', 0), step('y', 5, { clicked: true, items })))[0]!.rescue!.items).toEqual([
      'a',
      'b',
      'c',
    ]);
  });
});

test('whatever a session does, a query fails once, never what it was clicked for, and is never its own rescue', () => {
  const anyStep = fc.record({
    at: fc.integer({ min: 0, max: 30 * MINUTE }),
    query: fc.constantFrom('a', 'b', 'a b', 'c', 'c d'),
    results: fc.constantFrom(0, 0, 3),
    clicked: fc.boolean(),
    bought: fc.boolean(),
  });
  fc.assert(
    fc.property(fc.array(anyStep, { maxLength: 12 }), (raw) => {
      const steps = raw
        .sort((a, b) => a.at - b.at)
        .map((one): Step => ({ ...one, typed: one.query, clicked: one.clicked && one.results > 0, items: [] }));
      const seen = sightingsOf(steps);
      const queries = seen.map(({ failed }) => failed);
      expect(new Set(queries).size).toBe(queries.length);
      for (const { failed, rescue } of seen) {
        expect(steps.some((s) => s.query === failed && s.results > 0 && (s.clicked || s.bought))).toBe(false);
        if (rescue) expect(rescue.query).not.toBe(failed);
        if (rescue) expect(rescue.results).toBeGreaterThan(0);
      }
    }),
    { numRuns: 200 },
  );
});
