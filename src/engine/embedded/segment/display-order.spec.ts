import * as fc from 'fast-check';
import { compareForDisplay } from './display-order.ts';

const collator = new Intl.Collator('en', { numeric: true });
const ascii = fc.constantFrom(...'aAbBzZeE0019 -_/.,\'&+!"()<=~|:;#%\t\u0001');
const other = fc.constantFrom(...'éßæøñçÜ\u0301\u0338\u200d\u00adＡ１½ﬁйё漢字がกเ🎉١२');

describe('the display order', () => {
  it.each([
    ['10 cm', '9 cm'],
    ['007', '7'],
    ['a', 'A'],
    ['a', 'a '],
    ['e\u0301', 'f'],
    ['=\u0338', '>'],
    ['', 'a'],
    [`1${'0'.repeat(300)}`, `2${'0'.repeat(299)}`],
  ])('puts %j and %j as the collator does', (a, b) => {
    expect(Math.sign(compareForDisplay(a, b))).toBe(Math.sign(collator.compare(a, b)));
    expect(Math.sign(compareForDisplay(b, a))).toBe(Math.sign(collator.compare(b, a)));
  });

  it('is that of the collator', () => {
    const text = fc.string({ unit: fc.oneof({ weight: 12, arbitrary: ascii }, other), maxLength: 8 });
    const pair = fc.oneof(
      fc.tuple(text, text),
      fc.tuple(text, text, text).map(([start, a, b]): [string, string] => [start + a, start + b]),
    );
    fc.assert(
      fc.property(pair, ([a, b]) => {
        expect(Math.sign(compareForDisplay(a, b))).toBe(Math.sign(collator.compare(a, b)));
      }),
      { numRuns: 5000 },
    );
  });
});
