import { isCode } from '../../../text/index.ts';
import type { CandidateKind } from './candidate.ts';
import type { Pair } from './pair.ts';
import type { CatalogueVocabulary, ScoringContext } from './scoring-context.ts';
import type { Features } from './signals/features.ts';
import { areSaidTogether, togetherness } from './signals/features.ts';
import { areGenders, areOpposites } from './signals/opposites.ts';
import { areInflections, exchangeOf, joined, numbersOf, scriptOf, type Exchange } from './signals/words.ts';

/** From here on two spellings are one word mistyped rather than two words. */
const SPELLED_ALIKE = 0.4;
/** A browser's language decides about a translation when this share of the sessions agrees. */
const MOSTLY_FOREIGN = 0.5;

/** What one was exchanged for the other; null when nothing was, or one only says more than the other. */
export function exchangeIn(failed: string, rescue: string, locale: string): Exchange | null {
  const exchange = exchangeOf(failed, rescue, locale);
  return exchange.failed.length > 0 && exchange.rescue.length > 0 ? exchange : null;
}

export function kindOf(
  exchange: Exchange,
  features: Pick<Features, 'closeness' | 'foreign'>,
  locale: string,
): CandidateKind {
  const { failed, rescue } = exchange;
  if (joined(failed) === joined(rescue)) return [...failed, ...rescue].some(isCode) ? 'code' : 'compound';
  if (areInflections(failed, rescue, locale)) return 'plural';
  if (scriptOf(failed.join('')) !== scriptOf(rescue.join(''))) return 'translation';
  if (features.closeness >= SPELLED_ALIKE) return 'typo';
  return features.foreign >= MOSTLY_FOREIGN ? 'translation' : 'synonym';
}

/** Why a pair may never be taken for the same thing, however often shoppers exchange the two. */
export type Reservation = 'numbers' | 'opposites' | 'brands' | 'accessory';

/** Letters of a part of a compound. */
const LEAST_PART = 4;
/** Stand in the same titles so often that one goes with the other instead of meaning it. */
const GO_TOGETHER = 0.2;

export function reservationOf(
  pair: Pair,
  exchange: Exchange,
  kind: CandidateKind,
  context: ScoringContext,
): Reservation | null {
  if (kind === 'code' || kind === 'compound') return null;
  const { failed, rescue } = exchange;
  const { catalogue, locale } = context;
  const any = (exchanged: (a: string, b: string) => boolean) => failed.some((a) => rescue.some((b) => exchanged(a, b)));
  if (kind === 'plural') return any(areGenders) ? 'opposites' : null;
  if (numbersOf(failed) !== numbersOf(rescue)) return 'numbers';
  if (any((a, b) => areOpposites(a, b, locale)) || areAlternatives(exchange, catalogue)) return 'opposites';
  const [from, to] = [failed.join(' '), rescue.join(' ')];
  const toBrand = catalogue.isBrand(to) || catalogue.isBrand(pair.rescue);
  const fromBrand = catalogue.isBrand(from) || catalogue.isBrand(pair.failed);
  if (fromBrand && toBrand) return 'brands';
  // A brand that the shop does not sell, or a kind of product: neither is the brand that it was exchanged for.
  if ((toBrand || fromBrand) && (kind === 'synonym' || isRetold(kind, exchange))) return 'brands';
  if (isPartOf(exchange, catalogue)) return 'accessory';
  if (togetherness(exchange, catalogue) >= GO_TOGETHER) return 'accessory';
  return (kind === 'synonym' || kind === 'translation') && areSaidTogether(exchange, catalogue) ? 'accessory' : null;
}

/** A name is written in another script, but not told in another language of the same one. */
function isRetold(kind: CandidateKind, { failed, rescue }: Exchange): boolean {
  return kind === 'translation' && scriptOf(failed.join('')) === scriptOf(rescue.join(''));
}

/** Of a compound the last part says what it is: a `handyhülle` is no `handy` where the catalogue knows what a `hülle` is. */
function isPartOf({ failed, rescue }: Exchange, catalogue: CatalogueVocabulary): boolean {
  if (failed.length !== 1 || rescue.length !== 1) return false;
  const [whole, first] = [failed[0]!, rescue[0]!];
  if (first.length < LEAST_PART || !whole.startsWith(first)) return false;
  const last = whole.slice(first.length);
  return last.length >= LEAST_PART && catalogue.frequency(last) > 0;
}

/** By the catalogue's own use of words, whatever their language. It writes in one script what it lets people choose from. */
function areAlternatives({ failed, rescue }: Exchange, catalogue: CatalogueVocabulary): boolean {
  if (scriptOf(failed.join('')) !== scriptOf(rescue.join(''))) return false;
  if (catalogue.areAlternatives(failed.join(' '), rescue.join(' '))) return true;
  return failed.length === rescue.length && failed.some((word, n) => catalogue.areAlternatives(word, rescue[n]!));
}
