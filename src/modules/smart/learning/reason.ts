import type { CandidateKind, ReasonFacts } from './candidate.ts';
import type { Pair } from './pair.ts';
import type { Reservation } from './shape.ts';

const KINDS: Readonly<Record<CandidateKind, string>> = {
  typo: 'It looks like a misspelling.',
  compound: 'It is the same, written together or apart.',
  plural: 'It is another form of the same word.',
  code: 'It is the same code, written differently.',
  synonym: 'They seem to mean the same.',
  translation: 'It seems to be the same in another language.',
};

const RESERVATIONS: Readonly<Record<Reservation, string>> = {
  numbers: 'But the numbers differ, so it may be another size or model.',
  opposites: 'But the words are alternatives, such as two colours or sizes.',
  brands: 'But one is the name of a brand, which may only be what they took instead.',
  accessory: 'But both often stand in the name of the same product, so one may be an accessory of the other.',
};

/** The same as `reasonOf` without its words. */
export function factsOf(pair: Pair, kind: CandidateKind, reservation: Reservation | null): ReasonFacts {
  return { code: reservation ?? kind, source: 'searches', conversions: pair.evidence.conversions, opinion: null };
}

/** What a shop's owner needs to agree or not. */
export function reasonOf(pair: Pair, kind: CandidateKind, reservation: Reservation | null): string {
  const { sessions, rescues, conversions, resultsFailed } = pair.evidence;
  const outcome = resultsFailed === 0 ? 'found nothing' : 'clicked nothing';
  const then = rescues === sessions ? 'all of them' : `${rescues} of them`;
  const bought = conversions > 0 ? `, and ${conversions} bought` : '';
  const seen = `${sessions} shoppers searched «${pair.failedDisplay}» and ${outcome}; ${then} then searched «${pair.rescueDisplay}» and clicked a product${bought}.`;
  return `${seen} ${reservation ? RESERVATIONS[reservation] : KINDS[kind]}`;
}
