import { isCode, normalize, stem } from '../../../text/index.ts';
import type { Candidate, CandidateKind, ReasonCode } from './candidate.ts';
import { UNCERTAIN } from './confidence.ts';
import type { CatalogueVocabulary, ScoringContext } from './scoring-context.ts';
import { spellingDistance } from './signals/spelling.ts';
import { otherSpellings } from './signals/spellings.ts';
import { areInflections } from './signals/words.ts';
import { inTurns } from './turns.ts';

/** Items that a form needs: a single one may be a slip. */
const LEAST_ITEMS = 2;
const MAX_CANDIDATES = 500;

/**
 * How sure a rule is of what it finds. No shopper bears witness, so these are judgements: what differs in a space alone is
 * the same, initials of a brand may be those of another.
 */
const CONFIDENCE = {
  joined: 0.9,
  spelling: 0.88,
  plural: 0.88,
  ampersand: 0.9,
  elision: 0.86,
  initials: 0.55,
} as const;

type FoundCode = Extract<
  ReasonCode,
  | 'spaced_code'
  | 'spaced_word'
  | 'two_spellings'
  | 'one_and_many'
  | 'brand_ampersand'
  | 'brand_apostrophe'
  | 'brand_initials'
>;

const BECAUSE: Readonly<Record<FoundCode, string>> = {
  spaced_code: 'with and without a space',
  spaced_word: 'written together and apart',
  two_spellings: 'two spellings of one word',
  one_and_many: 'one and many',
  brand_ampersand: 'the brand with its sign in words',
  brand_apostrophe: 'the brand without its apostrophe',
  brand_initials: 'a brand and its initials',
};

interface Found {
  a: string;
  b: string;
  kind: CandidateKind;
  direction: Candidate['direction'];
  confidence: number;
  code: FoundCode;
}

/** `weight`: items that it concerns. */
type Weighed = Found & { weight: number };

/**
 * What the catalogue alone suggests, from a shop's first day: words written together and apart, units with and without their
 * space, two spellings of a word, plurals that the stemmer does not know, and brands as people type them. Surest first,
 * then by how many items they concern. Worked out in turns.
 */
export async function catalogueCandidates(context: ScoringContext): Promise<Candidate[]> {
  const { catalogue } = context;
  let found: Weighed[] = [];
  const look = async <T>(all: Iterable<T>, formsOf: (one: T, context: ScoringContext) => Iterable<Found>) => {
    for await (const part of inTurns(all)) {
      for (const one of part) for (const form of formsOf(one, context)) found.push(weighed(form, catalogue));
      if (found.length > 4 * MAX_CANDIDATES) found = surest(found);
    }
  };
  await look(catalogue.phrases(), joinedForms);
  await look(catalogue.words(), wordForms);
  await look(catalogue.brands(), brandForms);
  return surest(found).map((one) => toCandidate(one, catalogue));
}

function weighed(form: Found, catalogue: CatalogueVocabulary): Weighed {
  return { ...form, weight: itemsWith(catalogue, form.a) + itemsWith(catalogue, form.b) };
}

function surest(found: readonly Weighed[]): Weighed[] {
  const before = (x: string, y: string): number => (x < y ? -1 : x > y ? 1 : 0);
  return found
    .toSorted((x, y) => y.confidence - x.confidence || y.weight - x.weight || before(x.a, y.a) || before(x.b, y.b))
    .slice(0, MAX_CANDIDATES);
}

function* joinedForms([phrase, count]: [string, number], { catalogue }: ScoringContext): Iterable<Found> {
  const word = phrase.replace(' ', '');
  if (count < LEAST_ITEMS || catalogue.frequency(word) < LEAST_ITEMS) return;
  const [left, right] = phrase.split(' ') as [string, string];
  // `10 20` is not `1020`, and `2 in` is a word and a number.
  if (isCode(left) && isCode(right)) return;
  if (!isCode(word) && Math.min(left.length, right.length) < 2) return;
  const kind = isCode(word) ? 'code' : 'compound';
  const code = kind === 'code' ? 'spaced_code' : 'spaced_word';
  yield { a: word, b: phrase, kind, direction: 'two_way', confidence: CONFIDENCE.joined, code };
}

function* wordForms([word, count]: [string, number], { catalogue, locale }: ScoringContext): Iterable<Found> {
  if (count < LEAST_ITEMS || isCode(word) || word.length < 4) return;
  for (const other of otherSpellings(word)) {
    if (catalogue.frequency(other) < LEAST_ITEMS || stem(word, locale) === stem(other, locale)) continue;
    const code = 'two_spellings';
    yield { a: word, b: other, kind: 'synonym', direction: 'two_way', confidence: CONFIDENCE.spelling, code };
  }
  for (const plural of pluralsOf(word)) {
    if (catalogue.frequency(plural) < LEAST_ITEMS || stem(word, locale) === stem(plural, locale)) continue;
    if (!areInflections([word], [plural], locale)) continue;
    const code = 'one_and_many';
    yield { a: word, b: plural, kind: 'plural', direction: 'two_way', confidence: CONFIDENCE.plural, code };
  }
}

const pluralsOf = (word: string): string[] => [
  `${word}s`,
  `${word}es`,
  ...(word.endsWith('y') ? [`${word.slice(0, -1)}ies`] : []),
];

const AND: Readonly<Record<string, string>> = {
  en: 'and',
  de: 'und',
  fr: 'et',
  es: 'y',
  it: 'e',
  nl: 'en',
  pt: 'e',
  sv: 'och',
  da: 'og',
  pl: 'i',
};

function* brandForms([name, written]: [string, string], { catalogue, locale }: ScoringContext): Iterable<Found> {
  const brands = catalogue.brands();
  const one = (a: string, confidence: number, code: FoundCode): Found => ({
    a,
    b: written,
    kind: 'synonym',
    direction: 'one_way',
    confidence,
    code,
  });
  const and = AND[locale.slice(0, 2).toLowerCase()];
  if (and && /\s?[&+]\s?/.test(written)) {
    const spoken = normalize(written.replaceAll(/\s?[&+]\s?/g, ` ${and} `));
    if (spoken !== name) yield one(spoken, CONFIDENCE.ampersand, 'brand_ampersand');
  }
  // The search leaves out an article (`L'Oréal` is `oreal`); people type it.
  const whole = normalize(written.replaceAll(/['’ʼ]/g, ''));
  if (whole !== name && !whole.includes(' ') && catalogue.frequency(whole) === 0) {
    yield one(whole, CONFIDENCE.elision, 'brand_apostrophe');
  }
  const initials = name
    .split(' ')
    .map((word) => word[0])
    .join('');
  if (initials.length >= 2 && brands.has(initials))
    yield one(brands.get(initials)!, CONFIDENCE.initials, 'brand_initials');
}

/** Of a phrase, the items with its rarest word at most. */
function itemsWith(catalogue: CatalogueVocabulary, query: string): number {
  return Math.min(
    ...normalize(query)
      .split(' ')
      .map((word) => catalogue.frequency(word)),
  );
}

function toCandidate({ a, b, kind, direction, confidence, code }: Found, catalogue: CatalogueVocabulary): Candidate {
  const [first, second] = [itemsWith(catalogue, a), itemsWith(catalogue, b)];
  const where =
    first > 0 ? `The catalogue has both «${a}» and «${b}»` : `The catalogue has «${b}», and shoppers may type «${a}»`;
  return {
    originalQuery: a,
    suggestedQuery: b,
    kind,
    direction,
    confidence,
    reason: `${where}: ${BECAUSE[code]}.`,
    because: { code, source: 'catalogue', conversions: 0, opinion: null },
    evidence: {
      sessions: 0,
      rescues: 0,
      rescue_rate: null,
      shared_items: 0,
      edit_distance: Math.round(spellingDistance(normalize(a), normalize(b)) * 10) / 10,
      results_failed: first,
      results_rescue: second,
    },
    uncertain: confidence >= UNCERTAIN.from && confidence < UNCERTAIN.below,
  };
}
