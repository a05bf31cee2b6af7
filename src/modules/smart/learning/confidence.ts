import Big from 'big.js';
import type { Reservation } from './shape.ts';
import type { Features, FeatureName } from './signals/features.ts';
import type { Weights } from './weights.ts';

/**
 * Brands, opposites, numbers and accessories are for a person to decide. Of such pairs made strong on purpose one in twenty
 * is right; whatever the evidence says, less than a third of it is believed, far below every threshold.
 */
const RESERVED = 0.3;
/** Nothing that is guessed is certain. */
const MOST = 0.99;
/** Between unlikely and sure: what an AI provider may be asked. */
export const UNCERTAIN = { from: 0.35, below: 0.85 } as const;

/** 0 to 1, two decimals, rounded down. */
export function confidenceOf(features: Features, weights: Weights, reservation: Reservation | null): number {
  let score = weights.bias;
  for (const [name, weight] of Object.entries(weights.features)) score += weight * features[name as FeatureName];
  const probability = 1 / (1 + Math.exp(-score));
  return roundConfidence(reservation ? probability * RESERVED : Math.min(probability, MOST));
}

/**
 * Two decimals, rounded down: a suggestion must never reach a threshold that its confidence does not. In decimal
 * arithmetic, because 0.29 × 100 is less than 29.
 */
export function roundConfidence(confidence: number): number {
  return new Big(Math.min(Math.max(confidence, 0), 1)).round(2, Big.roundDown).toNumber();
}
