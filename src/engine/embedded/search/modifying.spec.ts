import { put } from '../../port/conformance/index.ts';
import { SegmentWriter } from '../segment/segment-writer.ts';
import { Segment } from '../segment/segment.ts';
import { Modifying } from './modifying.ts';

const COUNT = 20_000;
const TITLES = [
  'Mouse pad black',
  'Optical mouse',
  'Mouse for gaming pad',
  'Mouse 3 pad',
  'Mouse pad and mouse',
  'Pad',
  'Mouse soft large pad',
  'Mouse soft large black pad',
];
/** Places of titles that have the word only before a head, which may be three words away. */
const BEFORE_PAD = new Set([0, 6]);
const BEFORE_BLACK = new Set([0, 7]);

function segmentOf(count: number): Segment {
  const writer = new SegmentWriter();
  for (let at = 0; at < count; at++) {
    const change = put({ id: `p${at}`, title: TITLES[at % TITLES.length]!, description: at % 3 === 0 ? 'mouse' : 'x' });
    if (change.kind === 'upsert') writer.addDocument(change.document, change.json);
  }
  const { buffer, documents } = writer.finish(null);
  return new Segment(buffer, documents);
}

/** Documents, by number, whose title is one of these. */
const withTitle = (segment: Segment, places: ReadonlySet<number>): number[] =>
  Array.from({ length: segment.documents }, (_, document) => document).filter((document) =>
    places.has(Number(segment.idOf(document).slice(1)) % TITLES.length),
  );

const told = (segment: Segment, modifying: Modifying): number[] =>
  Array.from({ length: segment.documents }, (_, document) => document).filter((one) => modifying.has(one));

const pads: ReadonlySet<string> = new Set(['pad']);

it('is learned for all titles in steps, once it was asked for often, and stays the same', () => {
  const segment = segmentOf(COUNT);
  const term = segment.termOf('mouse');
  const expected = withTitle(segment, BEFORE_PAD);
  const prepare = (count: number): { modifying: Modifying; steps: number } => {
    const modifying = new Modifying(segment, term, pads);
    return { modifying, steps: [...modifying.prepare(count)].length };
  };
  const few = prepare(1_000);
  expect(few.steps).toBe(0);
  expect(few.modifying.all).toBeNull();
  expect(told(segment, few.modifying)).toEqual(expected);
  // What was asked for before counts, too.
  prepare(3_000);
  const often = prepare(1_000);
  expect(often.steps).toBeGreaterThan(1);
  expect(often.modifying.all?.count()).toBe(expected.length);
  expect(told(segment, often.modifying)).toEqual(expected);
  expect(new Modifying(segment, term, pads).all).toBe(often.modifying.all);
});

it('is learned anew for other heads', () => {
  const segment = segmentOf(COUNT);
  const term = segment.termOf('mouse');
  for (const [heads, places] of [
    [pads, BEFORE_PAD],
    [new Set(['black']), BEFORE_BLACK],
  ] as const) {
    const modifying = new Modifying(segment, term, heads);
    expect(modifying.all).toBeNull();
    Array.from(modifying.prepare(COUNT));
    expect(modifying.all).not.toBeNull();
    expect(told(segment, modifying)).toEqual(withTitle(segment, places));
  }
});

it('looks a rare word up in each title', () => {
  const segment = segmentOf(500);
  const modifying = new Modifying(segment, segment.termOf('mouse'), pads);
  Array.from(modifying.prepare(500_000));
  expect(modifying.all).toBeNull();
  expect(told(segment, modifying)).toEqual(withTitle(segment, BEFORE_PAD));
});
