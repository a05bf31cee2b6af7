import fc from 'fast-check';
import type { Pair, PairEvidence } from './pair.ts';
import { score } from './scorer.ts';
import type { ScoringContext } from './scoring-context.ts';
import { VocabularyBuilder } from './vocabulary.ts';

const CATALOGUE: [string, string][] = [
  ['Canvas sneakers white', 'Vans'],
  ['Leather sneakers', 'Adidas'],
  ['Sneakers for running', 'Nike'],
  ['Blue sofa three seats', 'Muuto'],
  ['Sofa bed grey', 'Muuto'],
  ['Wireless headphones black', 'Sony'],
  ['Wired headphones', 'Sony'],
  ['T-shirt cotton', 'Nike'],
  ['T-shirt slim fit', 'Adidas'],
  ['Laser printer A4', 'Brother'],
  ['Toner for laser printer', 'Brother'],
  ['Toner black printer', 'Canon'],
  ['Drill RS-7667 FH', 'Bosch'],
  ['Gloves of wool', 'Muuto'],
];

function contextOf(pairs: readonly Pair[], locale = 'en'): ScoringContext {
  const catalogue = new VocabularyBuilder(pairs);
  for (const [title, brand] of CATALOGUE) catalogue.add({ title, brand, labels: [] });
  return { locale, catalogue };
}

function pair(failed: string, rescue: string, evidence: Partial<PairEvidence> = {}): Pair {
  return {
    failed,
    rescue,
    failedDisplay: failed,
    rescueDisplay: rescue,
    evidence: {
      sessions: 20,
      rescues: 14,
      clicks: 14,
      conversions: 3,
      resultsFailed: 0,
      resultsRescue: 12,
      sharedItems: 2,
      rescueShare: 0.01,
      foreignShare: null,
      firstSeen: '2026-11-01T00:00:00.000Z',
      lastSeen: '2026-11-20T00:00:00.000Z',
      ...evidence,
    },
  };
}

const scored = (...pairs: Pair[]) => score(pairs, contextOf(pairs));
const one = async (failed: string, rescue: string, evidence: Partial<PairEvidence> = {}) =>
  (await scored(pair(failed, rescue, evidence)))[0];

describe('what kind it is, and which ways it holds', () => {
  test.each([
    ['sneekers', 'sneakers', 'typo', 'one_way'],
    ['snaekers', 'sneakers', 'typo', 'one_way'],
    ['blue sneekers', 'blue sneakers', 'typo', 'one_way'],
    ['tshirt', 't shirt', 'compound', 'two_way'],
    ['head phones', 'headphones', 'compound', 'two_way'],
    ['rs7667fh', 'rs 7667 fh', 'code', 'two_way'],
    ['12v', '12 v', 'code', 'two_way'],
    ['glove', 'gloves', 'plural', 'two_way'],
    ['couch', 'sofa', 'synonym', 'one_way'],
    ['перчатки', 'gloves', 'translation', 'one_way'],
  ])('«%s» → «%s» is a %s, %s', async (failed, rescue, kind, direction) =>
    expect(await one(failed, rescue)).toMatchObject({ kind, direction }),
  );

  test('browsers of another language make a translation', async () => {
    expect((await one('handschuhe', 'gloves', { foreignShare: 0.8 }))!.kind).toBe('translation');
    expect((await one('mittens', 'gloves', { foreignShare: 0.1 }))!.kind).toBe('synonym');
  });

  test('two that rescue each other are one candidate, both ways', async () => {
    const both = await scored(pair('couch', 'sofa'), pair('sofa', 'couch', { resultsFailed: 3, resultsRescue: 5 }));
    expect(both).toHaveLength(1);
    expect(both[0]).toMatchObject({ direction: 'two_way' });
  });
});

describe('what is never surer than a guess', () => {
  const strong = { sessions: 500, rescues: 480, conversions: 200, sharedItems: 9, rescueShare: 0.0001 };
  test.each([
    ['nike', 'adidas', 'brand to brand'],
    ['reebok', 'adidas', 'a brand that is not sold'],
    ['printer', 'toner', 'an accessory'],
    ['wired headphones', 'wireless headphones', 'opposites'],
    ['red sneakers', 'white sneakers', 'colours'],
    ['sneakers l', 'sneakers xl', 'sizes'],
    ['sneakers 41', 'sneakers 42', 'numbers'],
    ['iphone 13', 'iphone 14', 'models'],
    ['rs7667fh', 'rs 7668 fh', 'another code'],
    ['mens sneakers', 'womens sneakers', 'for whom'],
  ])('«%s» → «%s»: %s', async (failed, rescue) => {
    const candidate = await one(failed, rescue, strong);
    expect(candidate?.confidence ?? 0).toBeLessThanOrEqual(0.65);
    expect(candidate?.uncertain ?? false).toBe(false);
  });

  test.each([
    ['sneakers', 'white sneakers'],
    ['wool gloves', 'gloves'],
    ['gloves', 'wool glove'],
  ])('words more or less are no proposal: «%s» → «%s»', async (failed, rescue) =>
    expect(await one(failed, rescue, strong)).toBeUndefined(),
  );
});

describe('words that titles say together', () => {
  const words = (n: number) => Array.from({ length: 20 }, (_, word) => `word${n}x${word}`).join(' ');
  /** `year` in 14 titles, `free` in 40 of 200, both in some; titles so long that a word keeps much other company. */
  async function sureOf(both: number, rescueTitles = 40) {
    const asked = pair('year', 'free', { sessions: 35, rescues: 34, rescueShare: 0.001 });
    const catalogue = new VocabularyBuilder([asked]);
    for (let n = 0; n < 200; n++) {
      const year = n < 14 ? 'year' : '';
      const free = n < both || (n >= 14 && n < 14 + rescueTitles - both) ? 'free' : '';
      catalogue.add({ title: `${words(n)} ${year} ${free}`, brand: null, labels: [] });
    }
    expect(catalogue.together('year', 'free')).toBe(both);
    const [found] = await score([asked], { locale: 'en', catalogue });
    return found!.confidence;
  }

  test('in other titles, in one by a slip, or less often than by chance: a synonym', async () => {
    expect(await sureOf(0)).toBeGreaterThan(0.85);
    expect(await sureOf(1)).toBeGreaterThan(0.85);
    expect(await sureOf(2, 180)).toBeGreaterThan(0.85);
  });

  test('more often: one goes with the other, and a person decides', async () => {
    expect(await sureOf(2, 20)).toBeLessThan(0.5);
    expect(await sureOf(9)).toBeLessThan(0.5);
  });
});

test('what the catalogue says of two words holds for the least rescued pair of thousands, too', async () => {
  const many = Array.from({ length: 6_000 }, (_, n) => pair(`filler${n}`, `stuff${n}`));
  const last = pair('kabel', 'lampe', { sessions: 12, rescues: 11, rescueShare: 0.001 });
  const colours = pair('schal rot', 'schal blau', { sessions: 12, rescues: 11, rescueShare: 0.001 });
  const catalogue = new VocabularyBuilder([...many, last, colours]);
  for (let n = 0; n < 20; n++) {
    catalogue.add({ title: `Lampe ${n} mit Kabel`, brand: null, labels: [] });
    for (const colour of ['rot', 'blau'])
      catalogue.add({ title: `Schal Nummer ${n} ${colour}`, brand: null, labels: [] });
  }
  for (const { confidence } of await score([last, colours], { locale: 'de', catalogue }))
    expect(confidence).toBeLessThan(0.5);
});

describe('who turns to another topic has not said that it is the same', () => {
  /** Some of many who failed searched for something else next, that others who failed turn to as well. */
  const turned = { sessions: 200, conversions: 2, sharedItems: 0 };
  test.each([
    ['lampshade', 'sofa', 30, 0.1],
    ['lampshade', 'sneakers', 12, 0.04],
    ['hammock', 'sofa bed', 60, 0.2],
    ['garden hose', 'wireless headphones', 20, 0.05],
  ])('«%s», then «%s» in %i of 200 sessions', async (failed, rescue, rescues, rescueShare) => {
    const asked = pair(failed, rescue, { ...turned, rescues, rescueShare });
    const told: Pair[] = [];
    expect(await score([asked], contextOf([asked]), (other) => told.push(other))).toEqual([]);
    expect(told).toEqual([asked]);
  });

  test('not so what is proposed, nor what is held back for another reason', async () => {
    const pairs = [
      pair('sneekers', 'sneakers'),
      pair('couch', 'sofa'),
      pair('nike', 'adidas', { sessions: 60, rescues: 12, sharedItems: 0, rescueShare: 0.001 }),
      pair('snekers', 'sneakers', { ...turned, rescues: 3, rescueShare: 0.1 }),
    ];
    const told: Pair[] = [];
    await score(pairs, contextOf(pairs), (other) => told.push(other));
    expect(told).toEqual([]);
  });
});

test('a brand mistyped is a typo, not another brand', async () => {
  expect(await one('addidas', 'adidas')).toMatchObject({ kind: 'typo', suggestedQuery: 'adidas' });
  expect((await one('addidas', 'adidas'))!.confidence).toBeGreaterThan(
    (await one('reebok', 'adidas'))?.confidence ?? 0,
  );
});

test('the reason says what happened in words of a shop', async () => {
  expect((await one('sneekers', 'sneakers', { sessions: 17, rescues: 12, conversions: 4 }))!.reason).toBe(
    '17 shoppers searched «sneekers» and found nothing; 12 of them then searched «sneakers» and clicked a product, and 4 bought. It looks like a misspelling.',
  );
  const facts = { source: 'searches', conversions: 3, opinion: null };
  expect((await one('sneekers', 'sneakers'))!.because).toEqual({ ...facts, code: 'typo' });
  expect((await one('wired headphones', 'wireless headphones'))!.because).toEqual({ ...facts, code: 'opposites' });
  expect((await one('wired headphones', 'wireless headphones'))!.reason).toContain('alternatives');
});

test.each([
  ['tshirt', 't shirt', 'It is the same, written together or apart.'],
  ['glove', 'gloves', 'It is another form of the same word.'],
  ['12v', '12 v', 'It is the same code, written differently.'],
  ['couch', 'sofa', 'They seem to mean the same.'],
  ['перчатки', 'gloves', 'It seems to be the same in another language.'],
  ['sneakers 41', 'sneakers 42', 'But the numbers differ, so it may be another size or model.'],
  ['wired headphones', 'wireless headphones', 'But the words are alternatives, such as two colours or sizes.'],
  ['nike', 'adidas', 'But one is the name of a brand, which may only be what they took instead.'],
  [
    'printer',
    'toner',
    'But both often stand in the name of the same product, so one may be an accessory of the other.',
  ],
])('why «%s» → «%s»: %s', async (failed, rescue, why) => {
  const { reason } = (await one(failed, rescue, { sessions: 30, rescues: 30, conversions: 0, resultsFailed: 2 }))!;
  expect(reason).toBe(
    `30 shoppers searched «${failed}» and clicked nothing; all of them then searched «${rescue}» and clicked a product. ${why}`,
  );
});

test('a failed query gets its three surest rescues, surest first', async () => {
  const rescues = ['sneakers', 'sneaker', 'sneakerz', 'snekers', 'sneaks'];
  const found = await scored(...rescues.map((rescue) => pair('sneekers', rescue)));
  expect(found).toHaveLength(3);
  expect(found.map(({ confidence }) => confidence)).toEqual(
    found.map(({ confidence }) => confidence).sort((a, b) => b - a),
  );
});

test('live searches have their turn while many pairs are scored', async () => {
  const many = Array.from({ length: 5_000 }, (_, n) => pair(`sneekers ${n}`, `sneakers ${n}`));
  let turns = 0;
  let ticking = setImmediate(function tick() {
    turns++;
    ticking = setImmediate(tick);
  });
  try {
    expect(await scored(...many)).toHaveLength(5_000);
  } finally {
    clearImmediate(ticking);
  }
  expect(turns).toBeGreaterThan(10);
});

const words = fc.constantFrom(
  'sneekers',
  'sneakers',
  'sofa',
  'couch',
  'tshirt',
  't shirt',
  'gloves',
  'nike',
  'adidas',
  'x1',
  'перчатки',
);
const anyEvidence = fc.record({
  rescues: fc.integer({ min: 3, max: 300 }),
  missed: fc.integer({ min: 0, max: 300 }),
  conversions: fc.integer({ min: 0, max: 3 }),
  sharedItems: fc.integer({ min: 0, max: 20 }),
  rescueShare: fc.double({ min: 0.000_01, max: 1, noNaN: true }),
});

test('confidence is two decimals below 1, and more of what speaks for a pair never lowers it', async () => {
  await fc.assert(
    fc.asyncProperty(words, words, anyEvidence, anyEvidence, async (failed, rescue, a, b) => {
      fc.pre(failed !== rescue);
      const of = async ({ missed, ...evidence }: typeof a) =>
        (await one(failed, rescue, { ...evidence, sessions: evidence.rescues + missed }))?.confidence ?? 0;
      const weaker = {
        ...a,
        missed: Math.max(a.missed, b.missed),
        rescueShare: Math.max(a.rescueShare, b.rescueShare),
      };
      const stronger = {
        ...a,
        missed: Math.min(a.missed, b.missed),
        rescueShare: Math.min(a.rescueShare, b.rescueShare),
      };
      expect(await of(stronger)).toBeGreaterThanOrEqual(await of(weaker));
      expect(await of({ ...a, sharedItems: a.sharedItems + 3 })).toBeGreaterThanOrEqual(await of(a));
      expect(await of(a)).toBeLessThan(1);
      expect(Number((await of(a)).toFixed(2))).toBe(await of(a));
    }),
    { numRuns: 300 },
  );
});
