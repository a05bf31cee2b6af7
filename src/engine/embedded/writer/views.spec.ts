import { Bitmap } from '../segment/bitmap.ts';
import type { SegmentView } from '../search/index-state.ts';
import { deletedSince } from './views.ts';

const DOCUMENTS = 10_000;

/** As much of a view as is looked at; ids are numbers. */
function without(...gone: number[]): SegmentView {
  const segment = { documents: DOCUMENTS, idOf: String };
  return { id: '', segment, deleted: Bitmap.of(DOCUMENTS, Uint32Array.from(gone)), live: 0 } as unknown as SegmentView;
}

const everything: SegmentView = { ...without(), deleted: null };

describe('what a view has lost since', () => {
  it('is what is deleted now and was not before', async () => {
    expect(await deletedSince(everything, everything)).toEqual([]);
    expect(await deletedSince(everything, without(0, 31, 32, 9_999))).toEqual(['0', '31', '32', '9999']);
    expect(await deletedSince(without(5, 31), without(5, 6, 31, 63))).toEqual(['6', '63']);
  });

  it('is all the rest when the last document went', async () => {
    const lost = await deletedSince(without(0, 33), null);
    expect(lost).toHaveLength(DOCUMENTS - 2);
    expect(lost.slice(0, 34)).not.toContain('33');
    expect(lost.at(-1)).toBe('9999');
  });
});
