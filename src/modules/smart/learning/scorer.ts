import type { Candidate, CandidateKind } from './candidate.ts';
import { confidenceOf, UNCERTAIN } from './confidence.ts';
import type { Pair } from './pair.ts';
import { factsOf, reasonOf } from './reason.ts';
import type { ScoringContext } from './scoring-context.ts';
import { exchangeIn, kindOf, reservationOf, type Reservation } from './shape.ts';
import { featuresOf, type Features } from './signals/features.ts';
import { spellingDistance } from './signals/spelling.ts';
import { inTurns } from './turns.ts';
import { FAMILY_OF, WEIGHTS, type Family } from './weights.ts';

/** Below this nobody would look at it. */
const LEAST = 0.1;
/** Other wordings that one failed query may be proposed. */
const ALTERNATIVES = 3;

/** A pair taken apart: what the weights judge. */
export interface Judged {
  pair: Pair;
  kind: CandidateKind;
  family: Family;
  features: Features;
  reservation: Reservation | null;
}

/** Null for a pair that is no proposal of any kind: nothing was exchanged. */
export function judge(pair: Pair, context: ScoringContext): Judged | null {
  const exchange = exchangeIn(pair.failed, pair.rescue, context.locale);
  if (!exchange) return null;
  const features = featuresOf(pair, exchange, context);
  const kind = kindOf(exchange, features, context.locale);
  const reservation = reservationOf(pair, exchange, kind, context);
  return { pair, kind, family: FAMILY_OF[kind], features, reservation };
}

/**
 * Candidates of pairs, surest first, worked out in turns. The same pairs and context give the same answer. A failed query gets its three
 * surest rescues; of two queries that rescue each other the surer way is kept, and holds both ways. `onTopicChange` is told
 * of pairs that are none: whoever searched the one after the other had turned to something else.
 */
export async function score(
  pairs: readonly Pair[],
  context: ScoringContext,
  onTopicChange?: (pair: Pair) => void,
): Promise<Candidate[]> {
  const found = new Map<string, Candidate>();
  const alternatives = new Map<string, number>();
  for await (const part of inTurns(await surestFirst(pairs, context, onTopicChange))) {
    for (const { judged, confidence } of part) {
      const { failed, rescue } = judged.pair;
      const reverse = found.get(`${rescue}\n${failed}`);
      if (reverse) {
        if (reverse.kind !== 'typo') reverse.direction = 'two_way';
        continue;
      }
      const rank = alternatives.get(failed) ?? 0;
      alternatives.set(failed, rank + 1);
      if (rank < ALTERNATIVES) found.set(`${failed}\n${rescue}`, toCandidate(judged, confidence));
    }
  }
  return [...found.values()];
}

async function surestFirst(pairs: readonly Pair[], context: ScoringContext, onTopicChange?: (pair: Pair) => void) {
  const scored: { judged: Judged; confidence: number }[] = [];
  for await (const part of inTurns(pairs)) {
    for (const pair of part) {
      const judged = judge(pair, context);
      if (!judged) continue;
      const confidence = confidenceOf(judged.features, WEIGHTS[judged.family], judged.reservation);
      if (confidence >= LEAST) scored.push({ judged, confidence });
      else if (isTopicChange(judged)) onTopicChange?.(pair);
    }
  }
  return scored.sort(
    (a, b) => b.confidence - a.confidence || b.judged.pair.evidence.rescues - a.judged.pair.evidence.rescues,
  );
}

/** Other words that are not even likely to mean the same: not so because of a reservation about them. */
function isTopicChange({ family, features }: Judged): boolean {
  return family === 'meaning' && confidenceOf(features, WEIGHTS.meaning, null) < LEAST;
}

function toCandidate({ pair, kind, features, reservation }: Judged, confidence: number): Candidate {
  const { sessions, rescues, sharedItems, resultsFailed, resultsRescue } = pair.evidence;
  return {
    originalQuery: pair.failedDisplay,
    suggestedQuery: pair.rescueDisplay,
    kind,
    direction: directionOf(kind, features),
    confidence,
    reason: reasonOf(pair, kind, reservation),
    because: factsOf(pair, kind, reservation),
    evidence: {
      sessions,
      rescues,
      rescue_rate: sessions > 0 ? Math.round((rescues / sessions) * 100) / 100 : null,
      shared_items: sharedItems,
      edit_distance: Math.round(spellingDistance(pair.failed, pair.rescue) * 10) / 10,
      results_failed: resultsFailed,
      results_rescue: resultsRescue,
    },
    uncertain: reservation === null && confidence >= UNCERTAIN.from && confidence < UNCERTAIN.below,
  };
}

/** Two ways only for what is the same in both: a misspelling is none of its word, and a wider word must not bring all. */
function directionOf(kind: CandidateKind, features: Features): Candidate['direction'] {
  if (kind === 'compound' || kind === 'plural' || kind === 'code') return 'two_way';
  if (kind === 'typo') return 'one_way';
  return features.shared > 0 && features.failedUnknown < 1 ? 'two_way' : 'one_way';
}
