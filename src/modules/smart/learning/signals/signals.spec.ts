import fc from 'fast-check';
import { areOpposites } from './opposites.ts';
import { phoneticKey, spellingCloseness, spellingDistance } from './spelling.ts';
import { attraction, saturating, wilsonLowerBound } from './statistics.ts';
import { abbreviates, areInflections, exchangeOf, numbersOf } from './words.ts';

describe('spelling', () => {
  test.each([
    ['sneakers', 'sneakers', 0],
    ['sneekers', 'sneakers', 0.6],
    ['snaekers', 'sneakers', 0.6],
    ['sneakerss', 'sneakers', 0.4],
    ['runing', 'running', 0.4],
    ['snelkers', 'sneakers', 1],
    ['snrakers', 'sneakers', 0.65],
    ['sneakrs', 'sneakers', 0.8],
    ['snekers', 'sneakers', 0.8],
    ['fotograf', 'photograf', 2.3],
    ['dabber', 'dapper', 1],
    ['t shirt', 'tshirt', 0.3],
    ['サーバ', 'サーバー', 0.3],
    ['すにーかー', 'スニーカー', 0],
    ['йубка', 'юбка', 2.1],
  ])('«%s» is %s by %d', (a, b, distance) => expect(spellingDistance(a, b)).toBeCloseTo(distance, 5));

  test('a slip costs less than another letter, and a wrong first letter more', () => {
    expect(spellingDistance('jat', 'hat')).toBeGreaterThan(spellingDistance('haf', 'hag'));
    expect(spellingCloseness('sneekers', 'sneakers')).toBeGreaterThan(spellingCloseness('speakers', 'sneakers'));
    expect(spellingCloseness('lamp', 'sofa')).toBe(0);
    expect(spellingDistance('x'.repeat(65), 'x')).toBe(Infinity);
  });

  test('it is symmetric, zero for equals alone, and never more than writing all anew', () => {
    const word = fc.string({ unit: fc.constantFrom(...'aeisktpn '), maxLength: 9 });
    fc.assert(
      fc.property(word, word, (a, b) => {
        const distance = spellingDistance(a, b);
        expect(distance).toBeCloseTo(spellingDistance(b, a), 9);
        expect(distance === 0).toBe(a === b);
        expect(distance).toBeLessThanOrEqual(a.length + b.length + 0.5);
      }),
    );
  });

  test.each([
    ['kaffee', 'cafe'],
    ['fone', 'phone'],
    ['shampoo', 'schampu'],
    ['wase', 'vase'],
  ])('«%s» sounds like «%s»', (a, b) => expect(phoneticKey(a)).toBe(phoneticKey(b)));
  test.each(['スニーカー', 'rs7667', 'лампа'])('«%s» has no key', (word) => expect(phoneticKey(word)).toBeNull());
});

describe('words', () => {
  test.each([
    ['red sneekers', 'red sneakers', ['sneekers'], ['sneakers']],
    ['sneakers red', 'red shoes', ['sneakers'], ['shoes']],
    ['glove', 'gloves', ['glove'], ['gloves']],
    ['red glove', 'blue gloves', ['red'], ['blue']],
    ['sofa', 'red sofa', [], ['red']],
  ])('«%s» → «%s» exchanges %j for %j', (failed, rescue, from, to) =>
    expect(exchangeOf(failed, rescue, 'en')).toEqual({ failed: from, rescue: to }),
  );

  test.each([
    ['glove', 'gloves', 'en', true],
    ['buch', 'bucher', 'de', true],
    ['cherry', 'cherries', 'ja', true],
    ['γάντι', 'γαντι', 'el', true],
    ['torch', 'torches', 'ja', true],
    ['glas', 'gas', 'de', false],
    ['x1', 'x1s', 'en', false],
  ])('«%s» and «%s» in %s: %s', (a, b, locale, expected) => expect(areInflections([a], [b], locale)).toBe(expected));

  test.each([
    ['hdd', ['hard', 'disk', 'drive'], true],
    ['tv', ['television'], true],
    ['nb', ['notebook'], true],
    ['tv', ['vt'], false],
    ['hd', ['hard', 'disk', 'drive'], false],
    ['4k', ['four', 'k'], false],
  ])('«%s» of %j: %s', (short, long, expected) => expect(abbreviates(short, long)).toBe(expected));

  test('numbers in whatever order', () => {
    expect(numbersOf(['size', '42', 'x10'])).toBe(numbersOf(['10x', 'eu42']));
    expect(numbersOf(['15.6'])).not.toBe(numbersOf(['156']));
  });

  test.each([
    ['red', 'blue', true],
    ['xl', 'm', true],
    ['wired', 'wireless', true],
    ['herren', 'damen', true],
    ['breakable', 'unbreakable', true],
    ['sugarless', 'sugarful', true],
    ['red', 'red', false],
    ['red', 'large', false],
    ['sofa', 'couch', false],
    ['grey', 'gray', false],
    ['mens', 'man', false],
    ['mens', 'girl', true],
    ['wood', 'wooden', false],
    ['leather', 'suede', true],
    ['wooden', 'steel', true],
    ['aluminium', 'aluminum', false],
    // One is what a cover is made of, the other what a screen is: nobody takes one for the other.
    ['wool', 'glass', false],
    // Two languages.
    ['wool', 'lana', false],
    ['inside', 'outdoor', true],
    ['inside', 'indoor', false],
  ])('«%s» against «%s»: %s', (a, b, expected) => {
    expect(areOpposites(a, b, 'en')).toBe(expected);
    expect(areOpposites(b, a, 'en')).toBe(expected);
  });

  test.each([
    ['rojas', 'azules', 'es', true],
    ['pequenas', 'grandes', 'es', true],
    ['rotes', 'blaue', 'de', true],
    ['noires', 'blancs', 'fr', true],
    ['blanche', 'rouge', 'fr', true],
    ['blanche', 'blancs', 'fr', false],
    ['ninas', 'ninos', 'es', true],
    ['ninas', 'nina', 'es', false],
    ['rojas', 'rojo', 'es', false],
  ])('in any form: «%s» against «%s» (%s): %s', (a, b, locale, expected) => {
    expect(areOpposites(a, b, locale)).toBe(expected);
  });
});

describe('statistics', () => {
  // Newcombe 1998, table I: 81 of 263, 15 of 148, 0 of 20, 1 of 29.
  test.each([
    [81, 263, 0.2553],
    [15, 148, 0.0624],
    [0, 20, 0],
    [1, 29, 0.0061],
    [0, 0, 0],
  ])('at least, of %d in %d: %d', (successes, trials, bound) =>
    expect(wilsonLowerBound(successes, trials)).toBeCloseTo(bound, 4),
  );

  test('none is none, not what rounding leaves', () => {
    for (let trials = 1; trials < 100; trials++) expect(wilsonLowerBound(0, trials)).toBe(0);
  });

  test('more successes raise it, more trials with none lower it, and it never passes the share', () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 500 }), fc.integer({ min: 1, max: 500 }), (hits, misses) => {
        const trials = hits + misses;
        const bound = wilsonLowerBound(hits, trials);
        expect(bound).toBeLessThanOrEqual(hits / trials);
        expect(wilsonLowerBound(hits + 1, trials + 1)).toBeGreaterThanOrEqual(bound);
        expect(wilsonLowerBound(hits, trials + 1)).toBeLessThanOrEqual(bound);
      }),
    );
  });

  test('a rescue that follows every failure alike attracts nobody', () => {
    expect(attraction(0.1, 0.1)).toBe(0);
    expect(attraction(0.05, 0.1)).toBe(0);
    expect(attraction(0.5, 0.0005)).toBe(1);
    expect(attraction(0.5, 0.05)).toBeCloseTo(1 / 3);
    expect(saturating(5, 5)).toBe(0.5);
  });
});
