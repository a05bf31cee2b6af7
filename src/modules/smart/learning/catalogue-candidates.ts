import { isCode, normalize, stem } from '../../../text/index.ts';
import type { Candidate, CandidateKind } from './candidate.ts';
import { UNCERTAIN } from './confidence.ts';
import type { CatalogueVocabulary, ScoringContext } from './scoring-context.ts';
import { spellingDistance } from './signals/spelling.ts';
import { otherSpellings } from './signals/spellings.ts';
import { areInflections } from './signals/words.ts';

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

interface Found {
  a: string;
  b: string;
  kind: CandidateKind;
  direction: Candidate['direction'];
  confidence: number;
  because: string;
}

/**
 * What the catalogue alone suggests, from a shop's first day: words written together and apart, units with and without their
 * space, two spellings of a word, plurals that the stemmer does not know, and brands as people type them. Surest first,
 * then by how many items they concern.
 */
export function catalogueCandidates(context: ScoringContext): Candidate[] {
  const { catalogue, locale } = context;
  const found = [...joinedForms(catalogue), ...wordForms(catalogue, locale), ...brandForms(catalogue, locale)];
  const weight = ({ a, b }: Found): number => itemsWith(catalogue, a) + itemsWith(catalogue, b);
  return found
    .sort((x, y) => y.confidence - x.confidence || weight(y) - weight(x) || (x.a < y.a ? -1 : 1))
    .slice(0, MAX_CANDIDATES)
    .map((one) => toCandidate(one, catalogue));
}

function* joinedForms(catalogue: CatalogueVocabulary): Iterable<Found> {
  for (const [phrase, count] of catalogue.phrases()) {
    const word = phrase.replace(' ', '');
    if (count < LEAST_ITEMS || catalogue.frequency(word) < LEAST_ITEMS) continue;
    const [left, right] = phrase.split(' ') as [string, string];
    // `10 20` is not `1020`, and `2 in` is a word and a number.
    if (isCode(left) && isCode(right)) continue;
    if (!isCode(word) && Math.min(left.length, right.length) < 2) continue;
    const kind = isCode(word) ? 'code' : 'compound';
    const because = kind === 'code' ? 'with and without a space' : 'written together and apart';
    yield { a: word, b: phrase, kind, direction: 'two_way', confidence: CONFIDENCE.joined, because };
  }
}

function* wordForms(catalogue: CatalogueVocabulary, locale: string): Iterable<Found> {
  for (const [word, count] of catalogue.words()) {
    if (count < LEAST_ITEMS) break;
    if (isCode(word) || word.length < 4) continue;
    for (const other of otherSpellings(word)) {
      if (catalogue.frequency(other) < LEAST_ITEMS || stem(word, locale) === stem(other, locale)) continue;
      const because = 'two spellings of one word';
      yield { a: word, b: other, kind: 'synonym', direction: 'two_way', confidence: CONFIDENCE.spelling, because };
    }
    for (const plural of pluralsOf(word)) {
      if (catalogue.frequency(plural) < LEAST_ITEMS || stem(word, locale) === stem(plural, locale)) continue;
      if (!areInflections([word], [plural], locale)) continue;
      const because = 'one and many';
      yield { a: word, b: plural, kind: 'plural', direction: 'two_way', confidence: CONFIDENCE.plural, because };
    }
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

function* brandForms(catalogue: CatalogueVocabulary, locale: string): Iterable<Found> {
  const brands = catalogue.brands();
  for (const [name, written] of brands) {
    const one = (a: string, confidence: number, because: string): Found => ({
      a,
      b: written,
      kind: 'synonym',
      direction: 'one_way',
      confidence,
      because,
    });
    const and = AND[locale.slice(0, 2).toLowerCase()];
    if (and && /\s?[&+]\s?/.test(written)) {
      const spoken = normalize(written.replaceAll(/\s?[&+]\s?/g, ` ${and} `));
      if (spoken !== name) yield one(spoken, CONFIDENCE.ampersand, `the brand with «${and}»`);
    }
    // The search leaves out an article (`L'Oréal` is `oreal`); people type it.
    const whole = normalize(written.replaceAll(/['’ʼ]/g, ''));
    if (whole !== name && !whole.includes(' ') && catalogue.frequency(whole) === 0) {
      yield one(whole, CONFIDENCE.elision, 'the brand without its apostrophe');
    }
    const initials = name
      .split(' ')
      .map((word) => word[0])
      .join('');
    if (initials.length >= 2 && brands.has(initials))
      yield one(brands.get(initials)!, CONFIDENCE.initials, 'a brand and its initials');
  }
}

/** Of a phrase, the items with its rarest word at most. */
function itemsWith(catalogue: CatalogueVocabulary, query: string): number {
  return Math.min(
    ...normalize(query)
      .split(' ')
      .map((word) => catalogue.frequency(word)),
  );
}

function toCandidate({ a, b, kind, direction, confidence, because }: Found, catalogue: CatalogueVocabulary): Candidate {
  const [first, second] = [itemsWith(catalogue, a), itemsWith(catalogue, b)];
  const where =
    first > 0 ? `The catalogue has both «${a}» and «${b}»` : `The catalogue has «${b}», and shoppers may type «${a}»`;
  return {
    originalQuery: a,
    suggestedQuery: b,
    kind,
    direction,
    confidence,
    reason: `${where}: ${because}.`,
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
