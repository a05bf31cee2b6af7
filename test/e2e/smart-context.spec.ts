import {
  catalogueCandidates,
  score,
  ScoringContextReader,
  type Pair,
  type PairEvidence,
} from '../../src/modules/smart/learning/index.ts';
import { CatalogueTexts } from '../../src/modules/smart/learning/catalogue-texts.ts';
import { Database } from '../../src/platform/database/index.ts';
import { startTestApp, type TestApp, type TestTenant } from '../support/app.ts';
import { product, Shop } from '../support/catalogue.ts';

let service: TestApp;
let shop: TestTenant;
let reader: ScoringContextReader;
beforeAll(async () => {
  service = await startTestApp();
  shop = await service.createTenant();
  reader = new ScoringContextReader(new CatalogueTexts(service.app.get(Database)));
  await new Shop(service, shop).push([
    product('1', {
      title: 'Head phones black',
      brand: 'Black & Decker',
      categories: ['Audio > Headsets'],
      tags: ['sale'],
    }),
    product('2', { title: 'Head phones white', brand: 'L’Oréal' }),
    product('3', { title: 'Headphones' }),
    product('4', { title: 'Headphones for kids' }),
    product('gone', { title: 'Gramophone' }),
  ]);
  await new Shop(service, shop).push([{ id: 'gone', deleted: true }]);
});
afterAll(() => service.close());

test('a catalogue as the scorer sees it: titles, brands, categories and tags of what is sold now', async () => {
  const { catalogue } = await reader.read(shop.context, [], { locale: 'en' });
  expect(catalogue.items).toBe(4);
  for (const [word, count] of Object.entries({ head: 2, headphones: 2, headsets: 1, sale: 1, gramophone: 0 })) {
    expect([word, catalogue.frequency(word)]).toEqual([word, count]);
  }
  expect([catalogue.isBrand('black decker'), catalogue.isBrand('head')]).toEqual([true, false]);
});

test('alternatives are learned from attributes and categories as shops push them', async () => {
  const other = await service.createTenant();
  await new Shop(service, other).push(
    ['musta', 'valkoinen'].flatMap((colour) =>
      ['Miehet', 'Naiset'].flatMap((whom, n) => [
        product(`${colour} ${whom} 1`, { title: `Kenkä ${n}`, vari: colour, categories: [`${whom} > Kengät`] }),
        product(`${colour} ${whom} 2`, {
          title: `Paita ${n}`,
          attributes: { vari: [colour] },
          categories: [[whom, 'Paidat']],
        }),
      ]),
    ),
  );
  const evidence = { sessions: 9, rescues: 9 } as PairEvidence;
  const pairs = [
    ['musta', 'valkoinen'],
    ['naiset', 'miehet'],
    ['musta', 'miehet'],
  ].map(([failed, rescue]) => ({ failed, rescue, failedDisplay: '', rescueDisplay: '', evidence }) as Pair);
  const { catalogue } = await reader.read(other.context, pairs, { locale: 'fi' });
  expect(pairs.map(({ failed, rescue }) => catalogue.areAlternatives(failed, rescue))).toEqual([true, true, false]);
});

test('a shop without a single search gets proposals', async () => {
  const context = await reader.read(shop.context, [], { locale: 'en' });
  expect(await score([], context)).toEqual([]);
  expect((await catalogueCandidates(context)).map((one) => [one.originalQuery, one.suggestedQuery])).toEqual(
    expect.arrayContaining([
      ['headphones', 'head phones'],
      ['black and decker', 'Black & Decker'],
      ['loreal', 'L’Oréal'],
    ]),
  );
});

test('another shop has words of its own', async () => {
  const other = await service.createTenant();
  expect((await reader.read(other.context, [], { locale: 'en' })).catalogue.items).toBe(0);
});
