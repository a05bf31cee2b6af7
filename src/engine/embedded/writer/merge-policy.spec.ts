import type { SegmentView } from '../search/index-state.ts';
import { chooseMerge } from './merge-policy.ts';

/** As much of a segment as the policy looks at. */
const sized = (documents: number): SegmentView =>
  ({ id: '', segment: { documents }, deleted: null, live: documents }) as unknown as SegmentView;

/** Writes one after another, with every merge that is due after each; answers how much was rewritten. */
function run(writes: readonly number[], atRest: boolean): { rewritten: number; segments: number; most: number } {
  let views: SegmentView[] = [];
  let rewritten = 0;
  let most = 0;
  for (const documents of writes) {
    views.push(sized(documents));
    for (let due = chooseMerge(views, atRest); due; due = chooseMerge(views, atRest)) {
      const sources = new Set(due);
      const sum = due.reduce((total, { live }) => total + live, 0);
      views = [...views.filter((view) => !sources.has(view)), sized(sum)];
      rewritten += sum;
      most = Math.max(most, views.length);
    }
  }
  return { rewritten, segments: views.length, most };
}

describe('the merge policy', () => {
  it('rewrites a document a dozen times at most while single pushes come one after another', () => {
    const writes = Array.from({ length: 4_000 }, () => 1);
    const { rewritten, segments } = run(writes, false);
    expect(rewritten).toBeLessThan(12 * writes.length);
    expect(segments).toBeLessThan(30);
  });

  it('rewrites in proportion to what comes, even when every single push is followed by a rest', () => {
    const { rewritten, segments } = run([100_000, ...Array.from({ length: 4_000 }, () => 1)], true);
    expect(rewritten).toBeLessThan(4_000 * 60);
    expect(segments).toBeLessThan(8);
  });

  it('makes few segments of a bulk load at rest', () => {
    expect(
      run(
        Array.from({ length: 100 }, () => 1_000),
        true,
      ).segments,
    ).toBeLessThan(5);
  });
});
