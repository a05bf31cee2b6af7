import { put } from '../../port/conformance/index.ts';
import { SegmentWriter } from '../segment/segment-writer.ts';
import { Segment } from '../segment/segment.ts';
import { fieldCosts } from './match-cost.ts';
import { costIn } from './match.ts';
import { groupOf } from './reading.ts';
import { prefixTable } from './prefix-tables.ts';
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

const ORDERS = [null, ['brand', 'title'], ['title'], ['description', 'title', 'brand'], ['sku']].map((searched) => ({
  searched,
}));

it.each(ORDERS)('a table costs what the best of its terms does, with searchable fields $searched', ({ searched }) => {
  const segment = segmentOf(1_200);
  const fields = fieldCosts(searched);
  const tabled = groupOf(segment, 1, directVariants(segment, 'ba', 'en', true));
  expect(tabled.variants.map(({ table }) => table?.length)).toEqual([segment.documents]);
  const walked = { ...tabled, variants: tabled.variants.map((variant) => ({ ...variant, table: null })) };
  let met = 0;
  for (let document = 0; document < segment.documents; document++) {
    const cost = costIn(segment, walked, fields, document);
    expect(costIn(segment, tabled, fields, document)).toBe(cost);
    if (cost >= 0) met++;
  }
  expect(met).toBeGreaterThan(0);
});

it('is made for beginnings of many documents alone, once', () => {
  const segment = segmentOf(1_200);
  const { from, to } = segment.prefixRange('ba');
  const table = prefixTable(segment, from, to);
  expect(table).not.toBeNull();
  expect(prefixTable(segment, from, to)).toBe(table);
  const rare = segment.prefixRange('barn-1');
  expect(prefixTable(segment, rare.from, rare.to)).toBeNull();
});
