import { put } from '../../port/conformance/index.ts';
import { Bitmap } from '../segment/bitmap.ts';
import { SegmentWriter } from '../segment/segment-writer.ts';
import { newView } from '../writer/views.ts';
import type { SegmentView } from './index-state.ts';
import { eachTitle } from './title-sample.ts';

const DOCUMENTS = 4_000;

/** "lamp" in all titles, twice in some; "desk" in a third; "oak" in a twentieth; "steel" in descriptions, and a few titles. */
function viewOf(from: number, to: number, deleted: readonly number[] = []): SegmentView {
  const writer = new SegmentWriter();
  for (let at = from; at < to; at++) {
    const title = `Lamp ${at % 3 ? 'hall' : 'desk'} ${at % 20 ? 'pine' : 'oak'} ${at % 7 ? '' : 'lamp'} ${at % 90 ? '' : 'steel'}`;
    const change = put({ id: `id-${at}`, title, description: 'Made of steel', popularity: at % 11 });
    if (change.kind === 'upsert') writer.addDocument(change.document, change.json);
  }
  const view = newView(`${from}`, writer.finish(null));
  const bits = Bitmap.empty(to - from);
  const gone = deleted.filter((at) => at >= from && at < to);
  for (const at of gone) bits.add(view.segment.documentOf(`id-${at}`));
  return gone.length === 0 ? view : { ...view, deleted: bits, live: view.live - gone.length };
}

function sampleOf(views: readonly SegmentView[], word: string, standIns: number) {
  const sampled: string[] = [];
  const visit: Parameters<typeof eachTitle>[3] = ({ segment, words, at, fields }) =>
    sampled.push(`${at} ${fields} ${Array.from(words, (term) => segment.terms.at(term)).join(' ')}`);
  const counts = eachTitle(views, word, 30, visit, standIns);
  return { sampled, ...counts };
}

const deleted = Array.from({ length: 300 }, (_, n) => n * 13);
const layouts = {
  one: [viewOf(0, DOCUMENTS, deleted)],
  several: [viewOf(0, 700, deleted), viewOf(700, 3_000, deleted), viewOf(3_000, DOCUMENTS, deleted)],
};

test.each(['lamp', 'desk', 'oak', 'steel'])(
  'titles with "%s" are the same, drawn from all or from those that stand for them, in whichever segments they lie',
  (word) => {
    const all = sampleOf(layouts.one, word, Infinity);
    expect(all.seen).toBe(30);
    for (const views of Object.values(layouts)) {
      expect(sampleOf(views, word, Infinity)).toEqual(all);
      const drawn = sampleOf(views, word, 512);
      expect(drawn.titles / all.titles).toBeCloseTo(1, 0);
      expect(drawn).toEqual({ ...all, titles: drawn.titles });
    }
  },
);

test('how many titles there are is told from those that stand for them, the same in all layouts', () => {
  const [one, several] = Object.values(layouts).map((views) => sampleOf(views, 'desk', 512));
  expect(one!.titles).not.toBe(sampleOf(layouts.one, 'desk', Infinity).titles);
  expect(several).toEqual(one);
});

test('a word of no title has none', () => {
  expect(sampleOf(layouts.several, 'made', 512)).toEqual({ sampled: [], titles: 0, seen: 0 });
});
