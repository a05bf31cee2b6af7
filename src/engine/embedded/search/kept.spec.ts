import { put } from '../../port/conformance/index.ts';
import { SegmentWriter } from '../segment/segment-writer.ts';
import { Segment } from '../segment/segment.ts';
import { kept, keptBytes } from './kept.ts';

function smallSegment(): Segment {
  const writer = new SegmentWriter();
  const change = put({ id: '1', title: 'Lamp' });
  if (change.kind === 'upsert') writer.addDocument(change.document, change.json);
  const { buffer, documents } = writer.finish(null);
  return new Segment(buffer, documents);
}

it('forgets what was used least lately, and takes a quarter of the segment at most', () => {
  const segment = smallSegment();
  const most = segment.buffer.byteLength / 4;
  const made: string[] = [];
  const ask = (key: string, bytes: number): { key: string } =>
    kept(
      segment,
      key,
      () => {
        made.push(key);
        return { key };
      },
      () => bytes,
    );
  const third = Math.floor(most / 3) - 200;
  for (const key of ['a', 'b', 'c', 'a', 'd', 'a', 'b']) expect(ask(key, third)).toEqual({ key });
  expect(made).toEqual(['a', 'b', 'c', 'd', 'b']);
  expect(keptBytes(segment)).toBe(3 * (third + 200));
  ask('large', most);
  ask('large', most);
  expect(made.slice(5)).toEqual(['large', 'large']);
  expect(keptBytes(segment)).toBe(3 * (third + 200));
});
