import { demoCatalogue } from './catalogue.ts';
import { checkDigit } from './gtin.ts';

const catalogue = demoCatalogue();
const titlesIn = (script: RegExp): string[] =>
  catalogue.map(({ title }) => title).filter((title) => script.test(title));

describe('the demo catalogue', () => {
  it('is a whole shop, the same every time', () => {
    expect(demoCatalogue()).toEqual(catalogue);
    expect(catalogue.length).toBeGreaterThanOrEqual(640);
    expect(new Set(catalogue.map(({ categories }) => categories[0])).size).toBeGreaterThan(40);
    expect(new Set(catalogue.map(({ categories }) => categories[0]!.split(' > ')[0])).size).toBeGreaterThanOrEqual(10);
    expect(new Set(catalogue.map(({ brand }) => brand)).size).toBeGreaterThanOrEqual(25);
  });

  it.each(['id', 'title', 'url', 'image', 'sku', 'gtin'] as const)('gives every product a %s of its own', (field) => {
    expect(new Set(catalogue.map((document) => document[field])).size).toBe(catalogue.length);
  });

  it('keeps to the limits of a push', () => {
    for (const document of catalogue) {
      expect(document.id).toMatch(/^[a-z0-9-]{1,512}$/);
      expect(document.title.length).toBeLessThanOrEqual(1_000);
      expect(document.url).toBe(`/demo/p/${document.id}`);
      expect(document.image).toBe(`/demo/images/${document.id}.svg`);
      expect(document.description.length).toBeGreaterThan(20);
      expect(document.price).toBeGreaterThan(0);
      expect(String(document.price)).toMatch(/^\d+(\.\d{1,2})?$/);
      expect(Number.isInteger(document.stock)).toBe(true);
      expect(document.rating).toBeGreaterThanOrEqual(1);
      expect(document.rating).toBeLessThanOrEqual(5);
      expect(document.created_at).toMatch(/^\d{4}-\d\d-\d\dT09:00:00\.000Z$/);
      expect(document.categories[0]!.split(' > ').length).toBeGreaterThanOrEqual(2);
      expect(JSON.stringify(document).length).toBeLessThan(100 * 1024);
    }
  });

  it('numbers articles as shops do', () => {
    for (const { sku, gtin } of catalogue) {
      expect(sku).toMatch(/^[A-Z]{2}-\d{4} [A-Z0-9]{2}$/);
      expect(gtin).toMatch(/^2\d{12}$/);
      expect(checkDigit(gtin.slice(0, -1))).toBe(Number(gtin.at(-1)));
    }
    // The example of GS1 and two printed ones.
    expect([checkDigit('629104150021'), checkDigit('400638133393'), checkDigit('978014300723')]).toEqual([3, 1, 4]);
  });

  it('has what shoppers filter by: sold-out products, sizes, colours, price steps', () => {
    const soldOut = catalogue.filter(({ stock }) => stock === 0).length;
    expect(soldOut).toBeGreaterThan(20);
    expect(soldOut).toBeLessThan(100);
    expect(catalogue.filter(({ attributes }) => Array.isArray(attributes['size'])).length).toBeGreaterThan(200);
    expect(new Set(catalogue.map(({ attributes }) => String(attributes['colour']))).size).toBeGreaterThan(20);
    const laptops = catalogue.filter(({ title }) => title.includes('Slate 14 Laptop'));
    expect(laptops.map(({ price }) => price)).toEqual([899, 1_099, 1_449]);
  });

  it('has titles in other languages and scripts', () => {
    for (const language of ['es', 'de', 'fr', 'el', 'ru', 'ja', 'th']) {
      expect(catalogue.filter(({ attributes }) => attributes['language'] === language).length).toBeGreaterThanOrEqual(
        5,
      );
    }
    expect(titlesIn(/\p{Script=Greek}/u).length).toBeGreaterThanOrEqual(5);
    expect(titlesIn(/\p{Script=Cyrillic}/u).length).toBeGreaterThanOrEqual(5);
    expect(titlesIn(/[\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Han}]/u).length).toBeGreaterThanOrEqual(5);
    expect(titlesIn(/\p{Script=Thai}/u).length).toBeGreaterThanOrEqual(5);
    expect(titlesIn(/[éèçœñáüößâ]/u).length).toBeGreaterThanOrEqual(15);
    expect(titlesIn(/(t-shirt|wi-fi|usb-c)/iu).length).toBeGreaterThanOrEqual(15);
  });
});
