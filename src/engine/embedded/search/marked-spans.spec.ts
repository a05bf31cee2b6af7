import * as fc from 'fast-check';
import { stem } from '../../../text/index.ts';
import { plainRuns, spansInRuns, spansOf, type HighlightTerms } from './marked-spans.ts';

function termsOf(words: readonly string[], prefix: string | null): HighlightTerms {
  return {
    words: new Set(words),
    stems: new Set(words.map((word) => stem(word, 'en'))),
    beginnings: new Set(words.map((word) => word.slice(0, 2))),
    prefix,
    locale: 'en',
  };
}

const word = fc.constantFrom('lamp', 'Lamps', 't-shirt', "men's", 'x', '15.6', 'LED/desk', '(lamp)', 'la', 'tshirt');
const text = fc.array(word, { maxLength: 8 }).map((words) => words.join(' '));
const terms = fc.record({
  words: fc.uniqueArray(fc.constantFrom('lamp', 'tshirt', 'mens', 'x', 'desk', '15.6'), { maxLength: 3 }),
  prefix: fc.constantFrom(null, 'la', 'de'),
});

it('finds in plain bytes what it finds in the text', () => {
  fc.assert(
    fc.property(text, terms, (text, { words, prefix }) => {
      const marked = termsOf(prefix === null ? words : [...words, prefix], prefix);
      const bytes = Buffer.from(`"${text}"`);
      const runs = plainRuns(bytes, 1, bytes.length - 1, marked);
      expect(runs).not.toBeNull();
      expect(spansInRuns(text, runs!, marked)).toEqual(spansOf(text, marked));
    }),
  );
});

it.each(['two  spaces', ' led', 'end ', 'a<b>', 'a &amp; b', 'é', 'tab\tstop', String.raw`an \"inch\"`, ' '])(
  'does not take %j for plain',
  (text) => {
    const bytes = Buffer.from(text);
    expect(plainRuns(bytes, 0, bytes.length, termsOf(['led'], null))).toBeNull();
  },
);
