import { ask, put, titles, type ConformanceGroup } from './case.ts';

const language = (locale: string): { locale: string } => ({ locale });

export const normalisation: ConformanceGroup = {
  behaviour: 'normalisation by script',
  cases: [
    {
      name: 'accents of Latin letters',
      catalog: titles('Café crème', 'Cable'),
      query: ask('cafe creme'),
      expect: { ids: ['1'], total: 1 },
    },
    {
      name: 'German ß',
      catalog: titles('Fußball', 'Hut'),
      query: ask('fussball', language('de')),
      expect: { ids: ['1'] },
    },
    {
      name: 'Danish and Polish letters',
      catalog: titles('Smørrebrød', 'Łódź'),
      query: ask('lodz'),
      expect: { ids: ['2'] },
    },
    {
      name: 'й is not и',
      catalog: titles('Май', 'Маи'),
      query: ask('май', { ...language('ru'), lastIsPrefix: false }),
      expect: { ids: ['1'] },
    },
    { name: 'が is not か', catalog: titles('が', 'か'), query: ask('が', language('ja')), expect: { ids: ['1'] } },
    {
      name: 'Japanese words',
      catalog: titles('ワイヤレス イヤホン 黒', '有線 キーボード'),
      query: ask('イヤホン', language('ja')),
      expect: { ids: ['1'] },
    },
    {
      name: 'Thai words',
      catalog: titles('เสื้อยืดสีแดง', 'รองเท้าสีดำ'),
      query: ask('รองเท้า', language('th')),
      expect: { ids: ['2'] },
    },
    { name: 'Arabic', catalog: titles('كتاب جديد', 'قلم'), query: ask('كتاب', language('ar')), expect: { ids: ['1'] } },
    { name: 'Hebrew', catalog: titles('ספר חדש', 'עט'), query: ask('ספר', language('he')), expect: { ids: ['1'] } },
    {
      name: 'Greek in capitals',
      catalog: titles('ΜΠΛΟΥΖΑ', 'Παπούτσια'),
      query: ask('μπλουζα', language('el')),
      expect: { ids: ['1'] },
    },
    { name: 'full width', catalog: titles('ｉＰｈｏｎｅ', 'Android'), query: ask('iphone'), expect: { ids: ['1'] } },
  ],
};

export const looseForms: ConformanceGroup = {
  behaviour: 'what people leave out when they type',
  cases: [
    {
      name: 'a Greek word without its tonos',
      catalog: titles('Μπλούζα', 'Παπούτσια'),
      query: ask('μπλουζα', language('el')),
      expect: { ids: ['1'], typos: [{ from: 'μπλουζα', to: 'μπλούζα' }] },
    },
    {
      name: 'a short Greek word',
      catalog: titles('Φως', 'Φώς'),
      query: ask('φωσ', { ...language('el'), lastIsPrefix: false }),
      expect: { ids: ['1'] },
    },
    { name: 'е for ё', catalog: titles('Ёлка', 'Палка'), query: ask('елка', language('ru')), expect: { ids: ['1'] } },
    {
      name: 'Hebrew without points',
      catalog: titles('שָׁלוֹם', 'עט'),
      query: ask('שלום', language('he')),
      expect: { ids: ['1'] },
    },
    {
      name: 'Arabic without points',
      catalog: titles('كِتَاب', 'قلم'),
      query: ask('كتاب', language('ar')),
      expect: { ids: ['1'] },
    },
    {
      name: 'points typed that the catalogue has not',
      catalog: titles('שלום', 'עט'),
      query: ask('שָׁלוֹם', language('he')),
      expect: { ids: ['1'] },
    },
  ],
};

const shirts = titles('T-Shirt red', 'Tshirt blue', 'T shirt green', 'Skirt');
const wifi = titles('Wi-Fi router', 'WiFi repeater', 'Wired router');

export const joinedForms: ConformanceGroup = {
  behaviour: 'joined and split words',
  cases: [
    { name: 'tshirt', catalog: shirts, query: ask('tshirt'), expect: { anyOrder: ['1', '2', '3'], total: 3 } },
    { name: 't shirt', catalog: shirts, query: ask('t shirt'), expect: { anyOrder: ['1', '2', '3'], total: 3 } },
    { name: 'wi fi', catalog: wifi, query: ask('wi fi'), expect: { anyOrder: ['1', '2'], total: 2 } },
    { name: 'wifi', catalog: wifi, query: ask('wifi'), expect: { anyOrder: ['1', '2'], total: 2 } },
    {
      name: 'a space lost between two words',
      catalog: titles('Coffee table', 'Coffee', 'Table'),
      query: ask('coffeetable'),
      expect: { ids: ['1'], correctedQuery: 'coffee table' },
    },
    {
      name: 'a space too many',
      catalog: titles('Keyboard', 'Board'),
      query: ask('key board'),
      expect: { total: 1, correctedQuery: 'keyboard' },
    },
  ],
};

const codes = [
  [
    put({ id: '1', title: 'Ring spanner', sku: 'RS-7667 FH' }),
    put({ id: '2', title: 'Ring spanner', sku: 'RS-7668 FH' }),
    put({ id: '3', title: 'GTX 560 graphics card', gtin: '4006381333931' }),
    put({ id: '4', title: 'GTX 660 graphics card' }),
    put({ id: 'A-23/b', title: 'Galaxy A23' }),
    put({ id: '6', title: 'Galaxy A24' }),
  ],
];

export const codeMatching: ConformanceGroup = {
  behaviour: 'codes',
  cases: [
    {
      name: 'without separators',
      catalog: codes,
      query: ask('rs7667fh'),
      expect: { ids: ['1'], total: 1, totalRelaxed: 0 },
    },
    {
      name: 'as written',
      catalog: codes,
      query: ask('rs 7667 fh'),
      expect: { ids: ['1', '2'], total: 1, relaxed: ['2'] },
    },
    { name: 'by prefix', catalog: codes, query: ask('rs7667'), expect: { ids: ['1'] } },
    {
      name: 'a near code never matches',
      catalog: codes,
      query: ask('rs7669fh'),
      expect: { ids: [], total: 0, typos: [] },
    },
    {
      name: 'a short near code never matches',
      catalog: codes,
      query: ask('a23'),
      expect: { ids: ['A-23/b'], total: 1 },
    },
    { name: 'a number in a title', catalog: codes, query: ask('gtx 560'), expect: { total: 1, typos: [] } },
    { name: 'gtin', catalog: codes, query: ask('4006381333931'), expect: { ids: ['3'] } },
    { name: 'a gtin with one digit wrong', catalog: codes, query: ask('4006381333932'), expect: { ids: [] } },
    { name: 'a model joined', catalog: codes, query: ask('gtx560'), expect: { ids: ['3'], total: 1 } },
    {
      name: 'letters of a sku get no typo',
      catalog: [[put({ id: '1', title: 'Lamp', sku: 'ABCDEFGH' })]],
      query: ask('abcdefgx', { lastIsPrefix: false }),
      expect: { ids: [] },
    },
  ],
};

export const typos: ConformanceGroup = {
  behaviour: 'typos',
  cases: [
    {
      name: 'in a word that is still being typed',
      catalog: titles('Red sneakers', 'Snow boots'),
      query: ask('sneek'),
      expect: { ids: ['1'], typos: [{ from: 'sneek', to: 'sneakers' }], correctedQuery: 'sneakers' },
    },
    {
      name: 'a typo and what may follow only while it is typed',
      catalog: titles('Red sneakers'),
      query: ask('sneek', { lastIsPrefix: false }),
      expect: { ids: [], typos: [] },
    },
    {
      name: 'a beginning that some word has is no typo of another',
      catalog: titles('Snakes', 'Sneakers'),
      query: ask('snake'),
      expect: { ids: ['1'], typos: [], correctedQuery: null },
    },
    {
      name: 'one edit from five letters',
      catalog: titles('Chair', 'Table'),
      query: ask('chiar'),
      expect: { ids: ['1'], typos: [{ from: 'chiar', to: 'chair' }], correctedQuery: 'chair' },
    },
    {
      name: 'none under five letters',
      catalog: titles('Lamp', 'Sofa'),
      query: ask('lanp'),
      expect: { ids: [], typos: [] },
    },
    {
      name: 'two edits from nine letters',
      catalog: titles('Headphones', 'Speaker'),
      query: ask('hedphonse'),
      expect: { ids: ['1'] },
    },
    {
      name: 'two edits are too many for eight letters',
      catalog: titles('Keyboard', 'Speaker'),
      query: ask('kexboxrd'),
      expect: { ids: [] },
    },
    {
      name: 'a wrong first letter counts two',
      catalog: titles('Chair', 'Table'),
      query: ask('shair'),
      expect: { ids: [] },
    },
    {
      name: 'a wrong first letter of a long word',
      catalog: titles('Headphones', 'Table'),
      query: ask('jeadphones'),
      expect: { ids: ['1'] },
    },
    {
      name: 'a known word is never corrected',
      catalog: titles('Cannon ball', 'Canon camera', 'Canon lens'),
      query: ask('cannon'),
      expect: { ids: ['1'], typos: [], correctedQuery: null },
    },
    {
      name: 'a known word beside one that does not go with it',
      catalog: titles('Cannon ball', 'Canon camera', 'Canon lens'),
      query: ask('cannon lens'),
      expect: { total: 0, typos: [], correctedQuery: null },
    },
    {
      name: 'off when the tenant wants it off',
      catalog: titles('Chair', 'Table'),
      query: ask('chiar', { typoTolerance: false }),
      expect: { ids: [] },
    },
    {
      name: 'only when the exact stage has fewer than five hits',
      catalog: titles('Chair a', 'Chair b', 'Chair c', 'Chair d', 'Chair e', 'Choir'),
      query: ask('chair'),
      expect: { total: 5 },
    },
    {
      name: 'a misspelled plural',
      catalog: titles('Laptop', 'Laptops', 'Desk'),
      query: ask('labtops'),
      expect: { ids: ['2', '1'] },
    },
  ],
};

export const inflections: ConformanceGroup = {
  behaviour: 'prefixes, plurals and inflections',
  cases: [
    {
      name: 'the last word may go on',
      catalog: titles('Notebook', 'Note', 'Pen'),
      query: ask('note'),
      expect: { ids: ['2', '1'] },
    },
    {
      name: 'an earlier word may not',
      catalog: titles('Notebook bag', 'Note bag'),
      query: ask('note bag'),
      expect: { ids: ['2'], total: 1 },
    },
    {
      name: 'unless the caller says no',
      catalog: titles('Notebook', 'Note'),
      query: ask('note', { lastIsPrefix: false }),
      expect: { ids: ['2'] },
    },
    {
      name: 'English plural below the exact form',
      catalog: titles('Batteries', 'Battery'),
      query: ask('battery', { lastIsPrefix: false }),
      expect: { ids: ['2', '1'] },
    },
    {
      name: 'Spanish',
      catalog: titles('Zapatos rojos', 'Camisa'),
      query: ask('zapato rojo', { ...language('es'), lastIsPrefix: false }),
      expect: { ids: ['1'] },
    },
    {
      name: 'German',
      catalog: titles('Lampen', 'Stuhl'),
      query: ask('lampe', { ...language('de'), lastIsPrefix: false }),
      expect: { ids: ['1'] },
    },
    {
      name: 'French',
      catalog: titles('Chaussures noires', 'Robe'),
      query: ask('chaussure noire', { ...language('fr'), lastIsPrefix: false }),
      expect: { ids: ['1'] },
    },
    {
      name: 'Russian',
      catalog: titles('Красная лампа', 'Стол'),
      query: ask('лампы', { ...language('ru'), lastIsPrefix: false }),
      expect: { ids: ['1'] },
    },
    {
      name: 'an unknown language',
      catalog: titles('Lampen', 'Stuhl'),
      query: ask('lampen', language('xx')),
      expect: { ids: ['1'] },
    },
  ],
};
