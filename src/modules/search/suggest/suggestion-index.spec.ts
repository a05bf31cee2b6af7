import * as fc from 'fast-check';
import { prefixDistance } from './prefix-distance.ts';
import { SuggestionIndex } from './suggestion-index.ts';

const index = new SuggestionIndex(
  ['red shoes', 'shoes', 'running shoes', 'shoe laces', 'gtx 1660', 'sofa', 'schuhe'].map((normalized, at) => ({
    normalized,
    query: normalized,
    sessions: 100 - at,
    asked: 100 - at,
  })),
);
const found = (prefix: string, limit = 10): string[] => index.find(prefix, limit).map(({ normalized }) => normalized);

test('nothing typed: what is asked most', () => {
  expect(found('', 3)).toEqual(['red shoes', 'shoes', 'running shoes']);
});

test('what begins so, then what goes on so, the most frequent first', () => {
  expect(found('sho')).toEqual(['shoes', 'shoe laces', 'red shoes', 'running shoes']);
  expect(found('sho', 2)).toEqual(['shoes', 'shoe laces']);
  expect(found('red')).toEqual(['red shoes']);
  expect(found('zzz')).toEqual([]);
  expect(found('shoe ')).toEqual(['shoe laces', 'shoes']);
  // Last what a letter less would begin.
  expect(found('shoes ')).toEqual(['shoes', 'red shoes', 'running shoes', 'shoe laces']);
});

test('letters that are wrong, but not the first, and none in codes or short words', () => {
  expect(found('runing sh')).toEqual(['running shoes']);
  expect(found('rnuning')).toEqual(['running shoes']);
  expect(found('tunning')).toEqual([]);
  expect(found('sofs')).toEqual([]);
  expect(found('gtx 1670')).toEqual([]);
});

test('the distance to a prefix is the least to any of them', () => {
  const word = fc.string({ unit: fc.constantFrom('a', 'b', 'c'), maxLength: 7 });
  fc.assert(
    fc.property(word, word, fc.integer({ min: 0, max: 3 }), (typed, text, max) => {
      const all = Array.from({ length: text.length + 1 }, (_, end) => alignment(typed, text.slice(0, end)));
      expect(prefixDistance(typed, text, max)).toBe(Math.min(max + 1, ...all));
    }),
  );
});

/** Optimal string alignment, as it is defined. */
function alignment(a: string, b: string): number {
  if (a === '' || b === '') return a.length + b.length;
  const same = a.at(-1) === b.at(-1) ? 0 : 1;
  const options = [
    alignment(a.slice(0, -1), b) + 1,
    alignment(a, b.slice(0, -1)) + 1,
    alignment(a.slice(0, -1), b.slice(0, -1)) + same,
  ];
  if (a.length > 1 && b.length > 1 && a.at(-1) === b.at(-2) && a.at(-2) === b.at(-1)) {
    options.push(alignment(a.slice(0, -2), b.slice(0, -2)) + 1);
  }
  return Math.min(...options);
}
