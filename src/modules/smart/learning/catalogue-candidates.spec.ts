import { catalogueCandidates } from './catalogue-candidates.ts';
import { VocabularyBuilder } from './vocabulary.ts';

function found(titles: readonly string[], options: { brands?: readonly string[]; locale?: string } = {}) {
  const catalogue = new VocabularyBuilder();
  for (const title of titles) catalogue.add({ title, brand: null, labels: [] });
  for (const brand of options.brands ?? []) catalogue.add({ title: 'thing', brand, labels: [] });
  return catalogueCandidates({ locale: options.locale ?? 'en', catalogue });
}
const pairs = async (...args: Parameters<typeof found>) =>
  (await found(...args)).map(({ originalQuery, suggestedQuery, kind, direction }) => [
    originalQuery,
    suggestedQuery,
    kind,
    direction,
  ]);
const twice = (...titles: string[]) => titles.flatMap((title) => [title, `${title} again`]);

test('written together and apart, with and without a space', async () => {
  expect(await pairs(twice('Headphones black', 'Head phones white', 'Battery 12V', 'Battery 12 V'))).toEqual([
    ['12v', '12 v', 'code', 'two_way'],
    ['headphones', 'head phones', 'compound', 'two_way'],
  ]);
});

test.each([
  ['once may be a slip', ['Headphones', 'Head phones', 'Head phones']],
  ['numbers are not joined', twice('Pack of 10 20', 'Model 1020')],
  ['a hyphen is found in all its forms anyway', twice('T-shirt', 'Tshirt')],
  ['what the stemmer knows is no proposal', twice('Glove', 'Gloves')],
  ['other words', twice('Sofa', 'Soda', 'Actor', 'Factor')],
])('%s', async (_, titles) => expect(await pairs(titles)).toEqual([]));

test('two spellings of one word', async () => {
  expect(
    await pairs(twice('Grey sofa', 'Gray sofa', 'Colour pencils', 'Color pencils', 'Moisturiser', 'Moisturizer')),
  ).toEqual(
    expect.arrayContaining([
      ['grey', 'gray', 'synonym', 'two_way'],
      ['colour', 'color', 'synonym', 'two_way'],
      ['moisturiser', 'moisturizer', 'synonym', 'two_way'],
    ]),
  );
});

test('plurals that the language of the shop does not know', async () => {
  expect(await pairs(twice('Lampara', 'Lamparas'), { locale: 'ja' })).toEqual([
    ['lampara', 'lamparas', 'plural', 'two_way'],
  ]);
});

test('brands as people type them', async () => {
  const brands = ['L’Oréal', 'Black & Decker', 'Hewlett Packard', 'HP', 'Nike'];
  expect(await pairs([], { brands })).toEqual([
    ['black and decker', 'Black & Decker', 'synonym', 'one_way'],
    ['loreal', 'L’Oréal', 'synonym', 'one_way'],
    ['HP', 'Hewlett Packard', 'synonym', 'one_way'],
  ]);
  expect((await pairs([], { brands: ['Peek & Cloppenburg'], locale: 'de-DE' }))[0]![0]).toBe('peek und cloppenburg');
});

test('whatever the catalogue shows, the reason is a sentence for a shop', async () => {
  const brands = ['L’Oréal', 'Black & Decker', 'Hewlett Packard', 'HP'];
  const titles = twice('Headphones', 'Head phones', 'Battery 12V', 'Battery 12 V', 'Grey sofa', 'Gray sofa');
  const all = [...(await found(titles, { brands })), ...(await found(twice('Lampara', 'Lamparas'), { locale: 'ja' }))];
  expect(Object.fromEntries(all.map(({ because, reason }) => [because.code, reason]))).toEqual({
    spaced_code: 'The catalogue has both «12v» and «12 v»: with and without a space.',
    spaced_word: 'The catalogue has both «headphones» and «head phones»: written together and apart.',
    two_spellings: 'The catalogue has both «grey» and «gray»: two spellings of one word.',
    one_and_many: 'The catalogue has both «lampara» and «lamparas»: one and many.',
    brand_ampersand:
      'The catalogue has «Black & Decker», and shoppers may type «black and decker»: the brand with its sign in words.',
    brand_apostrophe: 'The catalogue has «L’Oréal», and shoppers may type «loreal»: the brand without its apostrophe.',
    brand_initials: 'The catalogue has both «HP» and «Hewlett Packard»: a brand and its initials.',
  });
});

test('no shopper bears witness, and the reason says where it comes from', async () => {
  expect((await found(twice('Headphones', 'Head phones')))[0]).toEqual({
    originalQuery: 'headphones',
    suggestedQuery: 'head phones',
    kind: 'compound',
    direction: 'two_way',
    confidence: 0.9,
    reason: 'The catalogue has both «headphones» and «head phones»: written together and apart.',
    because: { code: 'spaced_word', source: 'catalogue', conversions: 0, opinion: null },
    evidence: {
      sessions: 0,
      rescues: 0,
      rescue_rate: null,
      shared_items: 0,
      edit_distance: 0.3,
      results_failed: 2,
      results_rescue: 2,
    },
    uncertain: false,
  });
});
