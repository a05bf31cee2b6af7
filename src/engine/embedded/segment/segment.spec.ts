import * as fc from 'fast-check';
import { editDistance, looseForm, typoBudget } from '../../../text/index.ts';
import { put } from '../../port/conformance/index.ts';
import { Bitmap } from './bitmap.ts';
import { mergeSegments } from './segment-merge.ts';
import { SegmentWriter } from './segment-writer.ts';
import { Segment } from './segment.ts';
import { plainText } from './plain-text.ts';

function segmentOf(...titles: string[]): Segment {
  const writer = new SegmentWriter();
  titles.forEach((title, at) => {
    const change = put({ id: `id-${at}`, title, price: at, tags: [title] });
    if (change.kind === 'upsert') writer.addDocument(change.document, change.json);
  });
  return new Segment(writer.finish());
}

describe('the typo table', () => {
  it('has every word within the budget among its candidates', () => {
    const letters = fc.constantFrom('a', 'b', 'c', 'd');
    const word = fc.string({ unit: letters, minLength: 5, maxLength: 14 });
    fc.assert(
      fc.property(fc.uniqueArray(word, { minLength: 1, maxLength: 20 }), word, (words, typed) => {
        const segment = segmentOf(...words);
        const budget = typoBudget(typed) as 1 | 2;
        const near = segment.typos.near(typed, budget);
        for (const one of words) {
          if (editDistance(typed, one, budget) <= budget) expect(near).toContain(segment.termOf(one));
        }
      }),
      { numRuns: 300 },
    );
  });

  it('finds loose forms', () => {
    const segment = segmentOf('μπλούζα', 'שָׁלוֹם');
    expect(segment.typos.withLooseForm(looseForm('μπλουζα'))).toContain(segment.termOf('μπλούζα'));
  });
});

describe('a merge', () => {
  it('is byte for byte the segment that indexing the same documents makes', () => {
    const all = ['red lamp', 'blue lamp', 'green t-shirt', 'стол', 'がらす'];
    const merged = mergeSegments([{ segment: segmentOf(...all), deleted: null }]);
    expect(Buffer.from(merged).equals(Buffer.from(segmentOf(...all).buffer))).toBe(true);
  });

  it('leaves deleted documents out', () => {
    const segment = segmentOf('red lamp', 'blue chair');
    const deleted = Bitmap.empty(2);
    deleted.add(segment.documentOf('id-0'));
    const merged = new Segment(mergeSegments([{ segment, deleted }]));
    expect(merged.documents).toBe(1);
    expect([merged.documentOf('id-0'), merged.documentOf('id-1')]).toEqual([-1, 0]);
    expect([merged.termOf('lamp'), merged.columns.numbers.get('price')!.firstNumber(0)]).toEqual([-1, 1]);
  });
});

describe('plain text of HTML', () => {
  it.each([
    ['<p>One</p><p>two</p>', 'One two'],
    ['un<b>believ</b>able', 'unbelievable'],
    ['a &lt;b&gt; &amp; c', 'a <b> & c'],
    ['<script>alert(1)</script>x<style>y</style>', 'x'],
    ['5 < 6', '5 < 6'],
    ['<<img src=x onerror=y>>z', '< >z'],
  ])('%s', (html, text) => {
    expect(plainText(html).replace(/\s+/g, ' ').trim()).toBe(text);
  });
});
