import type { CandidateKind } from './candidate.ts';
import type { FeatureName } from './signals/features.ts';

/** Pairs that are right for the same reasons. */
export type Family = 'spelling' | 'form' | 'meaning';

export const FAMILY_OF: Readonly<Record<CandidateKind, Family>> = {
  typo: 'spelling',
  compound: 'form',
  plural: 'form',
  code: 'form',
  synonym: 'meaning',
  translation: 'meaning',
};

export interface Weights {
  bias: number;
  features: Readonly<Partial<Record<FeatureName, number>>>;
}

/**
 * A logistic model for each family. Fitted by `bench/smart/fit.ts` on simulated shops, with weights that cannot be negative.
 */
export const WEIGHTS: Readonly<Record<Family, Weights>> = {
  spelling: {
    bias: -6,
    features: { closeness: 6, sound: 1, rate: 3, attraction: 2, failedUnknown: 2, rescueKnown: 1 },
  },
  form: { bias: 0, features: { rate: 3, attraction: 2, rescueKnown: 1 } },
  meaning: { bias: -6, features: { rate: 6, attraction: 3, shared: 2, company: 2, volume: 1, gain: 1 } },
};
