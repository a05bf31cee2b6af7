import * as fc from 'fast-check';
import { put } from '../../port/conformance/index.ts';
import type { CatalogDocument } from '../../port/index.ts';
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
  const { buffer, documents } = writer.finish(null);
  return new Segment(buffer, documents);
}

describe('a merge', () => {
  it('is byte for byte the segment that indexing the same documents makes', () => {
    const all = ['red lamp', 'blue lamp', 'green t-shirt', 'стол', 'がらす'];
    const merged = mergeSegments([{ segment: segmentOf(...all), deleted: null }], null);
    expect(Buffer.from(merged.buffer).equals(Buffer.from(segmentOf(...all).buffer))).toBe(true);
  });

  it('of several segments with deletions is what indexing the living documents makes', () => {
    const word = fc.constantFrom('lamp', 'desk', 'été', 'стол', 'がらす', '𝒳', '7-up', 'RS-7667');
    const text = fc.array(word, { minLength: 1, maxLength: 4 }).map((words) => words.join(' '));
    const document = fc.record(
      {
        title: text,
        brand: text,
        description: text,
        price: fc.integer({ min: -2, max: 4 }),
        popularity: fc.integer({ min: 0, max: 2 }),
        tags: fc.array(word, { maxLength: 3 }),
        attributes: fc.dictionary(fc.constantFrom('a', 'b'), fc.oneof(word, fc.integer({ max: 3 }), fc.boolean())),
        dead: fc.boolean(),
      },
      { requiredKeys: ['title', 'dead'] },
    );
    const build = (documents: readonly CatalogDocument[]): Segment => {
      const writer = new SegmentWriter();
      for (const one of documents) writer.addDocument(one, Buffer.from(JSON.stringify(one)));
      const { buffer, documents: place } = writer.finish(null);
      return new Segment(buffer, place);
    };
    fc.assert(
      fc.property(
        fc.array(fc.array(document, { minLength: 1, maxLength: 12 }), { minLength: 1, maxLength: 5 }),
        (all) => {
          const living: CatalogDocument[] = [];
          const sources = all.map((fields, at) => {
            const documents = fields.map(({ dead: _, ...one }, i): CatalogDocument => {
              return {
                id: `${['z', 'b', '\u{10000}', '\uffee'][i % 4]}${at}-${i}`,
                url: '/',
                docType: 'product',
                ...one,
              };
            });
            const segment = build(documents);
            const deleted = Bitmap.empty(segment.documents);
            documents.forEach((one, i) => {
              if (fields[i]!.dead) deleted.add(segment.documentOf(one.id));
              else living.push(one);
            });
            return { segment, deleted };
          });
          const merged = mergeSegments(sources, null);
          const indexed = build(living);
          expect(Buffer.compare(Buffer.from(merged.buffer), Buffer.from(indexed.buffer))).toBe(0);
          const segment = new Segment(merged.buffer, merged.documents);
          for (const one of living) {
            const number = segment.documentOf(one.id);
            expect(JSON.parse(Buffer.from(segment.jsonOf(number)).toString())).toEqual(one);
          }
        },
      ),
      { numRuns: 150 },
    );
  });

  it('leaves deleted documents out', () => {
    const segment = segmentOf('red lamp', 'blue chair');
    const deleted = Bitmap.empty(2);
    deleted.add(segment.documentOf('id-0'));
    const { buffer, documents } = mergeSegments([{ segment, deleted }], null);
    const merged = new Segment(buffer, documents);
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
