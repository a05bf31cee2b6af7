import { Formats } from '../src/core/format.ts';
import { plainText, safeUrl, segments } from '../src/core/text.ts';
import { Texts } from '../src/messages/index.ts';
import { de } from '../src/messages/de.ts';
import { en } from '../src/messages/en.ts';
import { es } from '../src/messages/es.ts';
import { fr } from '../src/messages/fr.ts';

const base = 'https://shop.example/de/';

test.each([
  ['/p/1', 'https://shop.example/p/1'],
  ['p/1?a=b', 'https://shop.example/de/p/1?a=b'],
  ['https://other.example/x', 'https://other.example/x'],
])('%s is an address', (value, address) => expect(safeUrl(value, base)).toBe(address));

test.each([
  'javascript:alert(1)',
  ' java\nscript:alert(1)',
  'JAVASCRIPT:alert(1)',
  'data:text/html,<script>alert(1)</script>',
  'vbscript:x',
  'file:///etc/passwd',
  'blob:https://shop.example/x',
  '//evil.example/x',
  '/\\evil.example/x',
  '\\\\evil.example',
  'https://user:secret@evil.example/',
  'http://',
  '',
  '   ',
  null,
  undefined,
  7,
  {},
])('%j is no address', (value) => expect(safeUrl(value, base)).toBeNull());

test('a highlight is taken apart, not parsed: everything but the mark is text', () => {
  const highlight = '<mark>Red</mark> &lt;img src=x onerror=alert(1)&gt; &amp;lt; <b>bold</b>';
  expect(segments(highlight, 'x')).toEqual([
    { text: 'Red', marked: true },
    { text: ' <img src=x onerror=alert(1)> &lt; <b>bold</b>', marked: false },
  ]);
  expect(segments(null, 'Title')).toEqual([{ text: 'Title', marked: false }]);
  expect(segments(undefined, { evil: true })).toEqual([{ text: '', marked: false }]);
});

test('characters that turn the text around them are taken out', () => {
  expect(plainText('gnp.\u202Eexe\u2066x\u2069\u0000')).toBe('gnp.exex');
  expect(segments('<mark>\u202Ea</mark>', '')).toEqual([{ text: 'a', marked: true }]);
});

test('prices as the locale writes them; a currency that is none stands behind', () => {
  const price = (locale: string, amount: unknown, currency: unknown) => new Formats(locale).price(amount, currency);
  const plain = (text: string | null) => text?.replaceAll(/\s/gu, ' ');
  expect(price('en', 1234.5, 'EUR')).toBe('€1,234.50');
  expect(plain(price('de', '1234.5', 'EUR'))).toBe('1.234,50 €');
  expect(plain(price('fr', 1234.5, 'CHF'))).toBe('1 234,50 CHF');
  expect(price('en', 1200, 'JPY')).toBe('¥1,200');
  expect(price('en', 5, 'nonsense')).toBe('5 NONSENSE');
  expect(price('not a locale', 5, 'USD')).toBe('$5.00');
  expect([null, '', 'abc', Number.NaN].map((amount) => price('en', amount, 'EUR'))).toEqual([null, null, null, null]);
});

describe('messages', () => {
  const placeholders = (value: unknown): string[] => [...JSON.stringify(value).matchAll(/\{\w+\}/g)].map(String).sort();

  test.each(Object.entries({ de, es, fr }))('%s fills in what English fills in', (_, messages) => {
    for (const [name, text] of Object.entries(en)) {
      expect([name, placeholders(messages[name as keyof typeof en])]).toEqual([name, placeholders(text)]);
    }
  });

  test('numbers and plurals of the locale, own words over ours, another language in English', () => {
    const german = new Texts('de-AT', { placeholder: 'Wonach suchen Sie?' });
    expect(german.say(german.messages.results, { count: 12_345 }).replaceAll(/\s/gu, ' ')).toMatch(/^12.345 Produkte$/);
    expect(german.say(german.messages.results, { count: 1 })).toBe('1 Produkt');
    expect(german.messages).toMatchObject({ placeholder: 'Wonach suchen Sie?', clear: 'Leeren' });
    expect(new Texts('ja').messages.search).toBe('Search');
    expect(german.field('attributes.shoe_size')).toBe('Shoe size');
    expect(german.field('brand')).toBe('Marke');
  });

  test('what a shopper typed is not filled in again', () => {
    const texts = new Texts('en');
    expect(texts.say(texts.messages.nothing, { query: '{count} $& {query}' })).toBe(
      'Nothing found for “{count} $& {query}”',
    );
  });
});
