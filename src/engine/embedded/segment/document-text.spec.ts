import * as fc from 'fast-check';
import type { CatalogDocument } from '../../port/index.ts';
import { readText, type TextSink } from './document-text.ts';
import { FIELD } from './fields.ts';
import { TermTable } from './term-table.ts';
import { utf8Order } from './utf8-order.ts';

/** Terms of a document with the fields they stand in. */
class Collected implements TextSink {
  readonly terms = new Map<string, number>();
  readonly title: string[] = [];

  term(term: string, field: number): void {
    this.terms.set(term, (this.terms.get(term) ?? 0) | field);
  }

  titleTerm(term: string): void {
    this.title.push(term);
  }
}

class CollectedByLetters extends Collected {
  readonly #table = new TermTable();

  letters(text: string, start: number, end: number, field: number): void {
    this.term(this.#table.terms[this.#table.numberOfLetters(text, start, end)]!, field);
  }
}

function termsIn(description: string, sink: Collected): ReadonlyMap<string, number> {
  readText({ id: '1', title: '', url: '/', docType: 'x', description } as CatalogDocument, sink);
  return sink.terms;
}

const unit = fc.oneof(
  { weight: 6, arbitrary: fc.constantFrom(...'aBcZ   ') },
  fc.constantFrom(...'09 -_/.,\'’&+!"();:\n\t™½ﬁéßΣй漢เא🎉𝒳\u00ad\u0301\u0001'),
);

describe('a description', () => {
  it('gives the same terms to who finds words by their letters', () => {
    fc.assert(
      fc.property(fc.string({ unit, maxLength: 60 }), (text) => {
        expect(termsIn(text, new CollectedByLetters())).toEqual(termsIn(text, new Collected()));
      }),
      { numRuns: 5000 },
    );
  });

  it.each(['Red-hot, U.S.A. men’s 15.6 in. lamp.', 'Rote Schuhe für Männer - größe XL', 'word', 'Мягкий diVan a.b c.'])(
    'as in %j',
    (text) => {
      const terms = termsIn(text, new CollectedByLetters());
      expect(terms).toEqual(termsIn(text, new Collected()));
      expect([...terms.values()].filter((fields) => fields === FIELD.description).length).toBeGreaterThan(0);
    },
  );
});

it('remembers what a value was read as', () => {
  const document = { id: '1', title: 'x', url: '/', docType: 'Lamp', brand: 'Lamp', categories: ['A > Lamp'] };
  const read = (): ReadonlyMap<string, number> => {
    const sink = new Collected();
    readText({ ...document, attributes: { colour: 'Lamp', fits: 'Lamp' } } as CatalogDocument, sink);
    return sink.terms;
  };
  const first = read();
  expect(first.get('lamp')).toBe(FIELD.tags | FIELD.brand | FIELD.categories | FIELD.attributes);
  expect(read()).toEqual(first);
});

describe('the table of terms', () => {
  it('numbers terms in order of first use, however they are asked for', () => {
    const table = new TermTable();
    const words = Array.from({ length: 5_000 }, (_, at) =>
      `w${at.toString(36)}`.replaceAll(/\d/g, (d) => 'abcdefghij'[+d]!),
    );
    const known = [...new Set(words)];
    known.forEach((word, at) => expect(table.numberOf(word)).toBe(at));
    known.forEach((word, at) => {
      expect(table.numberOf(word)).toBe(at);
      expect(table.numberOfLetters(`x ${word.toUpperCase()} y`, 2, 2 + word.length)).toBe(at);
    });
    expect(table.terms).toEqual(known);
    expect(table.numberOfLetters('New', 0, 3)).toBe(known.length);
    expect(table.numberOf('new')).toBe(known.length);
  });
});

describe('the order in UTF-8', () => {
  it('is that of the bytes', () => {
    const text = fc.string({
      unit: fc.oneof(fc.constantFrom(...'abcdé漢𝒳\uffee\u0001\u0000'), fc.constant('abcde')),
      maxLength: 9,
    });
    fc.assert(
      fc.property(fc.uniqueArray(text, { maxLength: 60 }), (strings) => {
        const sorted = strings.map((one) => Buffer.from(one)).sort((a, b) => Buffer.compare(a, b));
        expect(Array.from(utf8Order(strings), (at) => strings[at])).toEqual(sorted.map(String));
      }),
      { numRuns: 1000 },
    );
  });
});
