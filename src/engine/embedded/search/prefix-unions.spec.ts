import { put } from '../../port/conformance/index.ts';
import { SegmentWriter } from '../segment/segment-writer.ts';
import { Segment } from '../segment/segment.ts';
import { fieldCosts } from './match-cost.ts';
import { costIn } from './match.ts';
import { groupOf } from './reading.ts';
import { matchSome } from './relaxation.ts';
import { prefixUnion } from './prefix-unions.ts';
import { directVariants } from './term-lookup.ts';

const WORDS = ['barn', 'bark', 'base', 'basket', 'bat', 'lamp', 'table'];

/** Each word in each field, together and apart, before and behind a preposition. */
function segmentOf(documents: number): Segment {
  const writer = new SegmentWriter();
  const word = (at: number): string => WORDS[at % WORDS.length]!;
  for (let at = 0; at < documents; at++) {
    const change = put({
      id: `id-${at}`,
      title: at % 3 === 0 ? `Lamp for ${word(at)}` : `Lamp ${word(at >> 2)}`,
      brand: word(at >> 3),
      description: `${word(at >> 1)} ${word(at >> 4)}`,
      sku: `${word(at >> 5)}-${at}`,
    });
    if (change.kind === 'upsert') writer.addDocument(change.document, change.json);
  }
  const { buffer, documents: place } = writer.finish(null);
  return new Segment(buffer, place);
}

function countOf(segment: Segment, beginning: string): number {
  const { from, to } = segment.prefixRange(beginning);
  const { postingDocuments, postingOffsets } = segment;
  return new Set(postingDocuments.subarray(postingOffsets[from], postingOffsets[to])).size;
}

const ORDERS = [null, ['brand', 'title'], ['title'], ['description', 'title', 'brand'], ['sku']].map((searched) => ({
  searched,
}));

it.each(ORDERS)('a union costs what the best of its terms does, with searchable fields $searched', ({ searched }) => {
  const segment = segmentOf(1_200);
  const fields = fieldCosts(searched);
  const united = groupOf(segment, 1, directVariants(segment, 'ba', 'en', true));
  expect(united.variants.map(({ union }) => union?.count)).toEqual([countOf(segment, 'ba')]);
  const walked = { ...united, variants: united.variants.map((variant) => ({ ...variant, union: null })) };
  let met = 0;
  for (let document = 0; document < segment.documents; document++) {
    const cost = costIn(segment, walked, fields, document);
    expect(costIn(segment, united, fields, document)).toBe(cost);
    if (cost >= 0) met++;
  }
  expect(met).toBeGreaterThan(0);
});

it('is made for beginnings of many documents alone, once', () => {
  const segment = segmentOf(1_200);
  const { from, to } = segment.prefixRange('ba');
  const union = prefixUnion(segment, from, to);
  expect(union).not.toBeNull();
  expect(prefixUnion(segment, from, to)).toBe(union);
  const rare = segment.prefixRange('barn-1');
  expect(prefixUnion(segment, rare.from, rare.to)).toBeNull();
});

it('may be made in the middle of matching', () => {
  const fields = fieldCosts(null);
  const match = (segment: Segment): unknown[] => {
    const groups = ['table', 'ba'].map((word, at) =>
      groupOf(segment, 1 << at, directVariants(segment, word, 'en', at === 1)),
    );
    const view = { id: 'x', segment, deleted: null, live: segment.documents };
    const { documents, costs, sets } = matchSome(view, groups, fields, [2, 1], 1);
    return [Array.from(documents), Array.from(costs), sets];
  };
  const segment = segmentOf(1_200);
  const first = match(segment);
  expect(match(segment)).toEqual(first);
  const { documents } = segment;
  expect((first[0] as number[]).length).toBeGreaterThan(documents / 2);
});
