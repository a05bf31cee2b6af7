import { normalize } from '../../../text/index.ts';
import type { Pair } from './pair.ts';
import { score } from './scorer.ts';
import { VocabularyBuilder, type ItemText } from './vocabulary.ts';

const MODELS = ['Air Max', 'Court Vision', 'Free Run', 'Blazer Low', 'Pegasus Trail'];
const titled = (title: string): ItemText => ({ title, brand: null, labels: [] });
const valued = (field: string, ...values: string[]): ItemText[] =>
  values.flatMap((value) => [1, 2].map((n) => ({ ...titled(`Item ${n}`), values: [{ field, value }] })));

/** Shoppers exchange the two as strongly as they ever do. */
async function sureOf(
  failed: string,
  rescue: string,
  items: readonly ItemText[],
  locale = 'en',
  foreignShare: number | null = null,
) {
  const catalogue = new VocabularyBuilder([{ failed, rescue }], locale);
  for (const item of items) catalogue.add(item);
  const pair: Pair = {
    failed,
    rescue,
    failedDisplay: failed,
    rescueDisplay: rescue,
    evidence: {
      sessions: 60,
      rescues: 58,
      clicks: 58,
      conversions: 20,
      resultsFailed: 0,
      resultsRescue: 12,
      sharedItems: 3,
      rescueShare: 0.001,
      foreignShare,
      firstSeen: '2026-11-01T00:00:00.000Z',
      lastSeen: '2026-11-20T00:00:00.000Z',
    },
  };
  return (await score([pair], { locale, catalogue }))[0];
}

test.each([
  ['musta', 'valkoinen', 'fi', 'black, white'],
  ['erkek', 'kadin', 'tr', 'men, women'],
  ['bal', 'jobb', 'hu', 'left, right'],
  ['красный', 'синий', 'ru', 'red, blue'],
  ['メンズ', 'レディース', 'ja', 'men, women'],
  ['μαυρο', 'ασπρο', 'el', 'black, white'],
  ['أسود', 'أبيض', 'ar', 'black, white'],
  ['kort', 'lang', 'da', 'short, long'],
])('«%s» and «%s» (%s: %s) are no synonyms where titles differ in them alone', async (a, b, locale) => {
  const items = MODELS.flatMap((model) => [titled(`Nike ${model} ${a} 42`), titled(`Nike ${model} ${b} 42`)]);
  const found = await sureOf(a, b, items, locale);
  expect(found).toMatchObject({ uncertain: false, reason: expect.stringContaining('alternatives') });
  expect(found!.confidence).toBeLessThanOrEqual(0.3);
});

test('in other forms than the catalogue has them', async () => {
  const items = MODELS.flatMap((model) => [titled(`Camisa ${model} estampado 42`), titled(`Camisa ${model} liso 42`)]);
  const found = await sureOf('estampadas', 'lisas', items, 'es');
  expect(found).toMatchObject({ because: { code: 'opposites' } });
  expect(found!.confidence).toBeLessThanOrEqual(0.3);
});

test.each([
  ['pl', ['czarny', 'biały', 'czerwony', 'niebieski'], 'czarna', 'biały'],
  ['pl', ['czarny', 'biały', 'czerwony', 'niebieski'], 'czerwone', 'niebieska'],
  ['cs', ['černý', 'bílý', 'červený', 'modrý'], 'černá', 'červené'],
  ['hr', ['crni', 'bijeli', 'crveni', 'plavi'], 'crna', 'plavo'],
])('also in a language without a stemmer (%s)', async (locale, colours, failed, rescue) => {
  const items = MODELS.flatMap((model) => colours.map((colour) => titled(`Torba ${model} ${colour}`)));
  expect(
    (await sureOf(normalize(`torba ${failed}`), normalize(`torba ${rescue}`), items, locale))?.confidence,
  ).toBeLessThan(0.35);
});

test('a compound is no device, but a misspelling of it is', async () => {
  const items = [...MODELS.map((model) => titled(`Handyhülle ${model}`)), titled('Hülle'), titled('Handy Neo')];
  expect(await sureOf('handyhulle', 'handy', items, 'de')).toMatchObject({ because: { code: 'accessory' } });
  expect(await sureOf('haendy', 'handy', items, 'de')).toMatchObject({ because: { code: 'typo' } });
});

test.each([
  ['belkin', 'anker', 'brands'],
  // Written in another script it is the same name.
  ['анкер', 'anker', 'translation'],
])('«%s» for the brand «%s», asked for from another country: %s', async (failed, rescue, code) => {
  const items = MODELS.map((model) => ({ ...titled(`Anker ${model}`), brand: 'Anker' }));
  expect(await sureOf(failed, rescue, items, 'es', 0.9)).toMatchObject({ because: { code } });
});

test.each([
  [['musta', 'valkoinen', 'punainen'], 'musta', 'valkoinen'],
  [['tummansininen', 'vaalea sininen', 'tumma sininen'], 'tumma', 'vaalea'],
  [['tumma tammi', 'vaalea pyökki'], 'tumma tammi', 'vaalea pyökki'],
  [['XS', 'XXS'], 'xs', 'xxs'],
])('of %j, values of one attribute, «%s» and «%s» are no synonyms', async (values, a, b) => {
  const found = await sureOf(a, b.normalize('NFD').replaceAll(/\p{M}/gu, ''), valued('väri', ...values), 'fi');
  expect(found?.confidence ?? 0).toBeLessThanOrEqual(0.3);
});

test('nor are categories below the same one; a value of another attribute says nothing', async () => {
  const paths = ['Miehet', 'Naiset'].flatMap((value) => valued('> ', value));
  expect((await sureOf('miehet', 'naiset', paths, 'fi'))!.confidence).toBeLessThanOrEqual(0.3);
  const apart = [...valued('tyyppi', 'sohva'), ...valued('laji', 'divaani')];
  expect((await sureOf('sohva', 'divaani', apart, 'fi'))!.confidence).toBeGreaterThan(0.85);
});

test('synonyms stay what they are: two words for one thing stand in titles of different things', async () => {
  const items = [
    titled('Oslo sofa three seats grey'),
    titled('Bergen sofa corner blue'),
    titled('Milano couch leather brown'),
    titled('Roma couch velvet green'),
  ];
  expect((await sureOf('couch', 'sofa', items))!.confidence).toBeGreaterThan(0.65);
  expect((await sureOf('settee', 'sofa', items))!.confidence).toBeGreaterThan(0.85);
});

test('one slip in the catalogue is no choice that people have', async () => {
  const items = [...valued('colour', 'black', 'white'), { ...valued('colour', 'balck')[0]! }];
  expect((await sureOf('balck', 'black', items))!.confidence).toBeGreaterThan(0.85);
});

test('memory is bounded by the words that are asked about', () => {
  const catalogue = new VocabularyBuilder([{ failed: 'red', rescue: 'blue' }]);
  for (let n = 0; n < 5_000; n++) for (const colour of ['red', 'blue']) catalogue.add(titled(`Shirt ${n} ${colour}`));
  expect(catalogue.areAlternatives('red', 'blue')).toBe(true);
  expect(catalogue.areAlternatives('red', 'green')).toBe(false);
});
