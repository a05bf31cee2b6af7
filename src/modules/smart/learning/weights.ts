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
 * A logistic model for each family: confidence = 1 / (1 + e^-(bias + Σ weight × feature)). Fitted by `bench/smart/fit.ts`
 * (`npm run bench:smart -- <data> 1 fit`) on simulated shops of three seeds, with weights that cannot be negative, so that
 * more evidence never lowers a confidence; judged by other shops, languages and seeds (`docs/decisions.md`).
 *
 * `form` is set by hand: among 400 pairs of one word written together and apart, or inflected, the simulator has one that is
 * wrong, which fits nothing. A pair that is seldom exchanged still has to earn its confidence.
 */
export const WEIGHTS: Readonly<Record<Family, Weights>> = {
  spelling: {
    bias: -8.95,
    features: {
      expected: 7.89,
      rate: 5.83,
      attraction: 1.31,
      volume: 0.09,
      bought: 0.29,
      failedUnknown: 2.84,
      closeness: 3.93,
      sound: 0.57,
      length: 1.51,
      apart: 0.12,
    },
  },
  form: { bias: -1, features: { expected: 3, attraction: 2, rescueKnown: 1 } },
  meaning: {
    bias: -11.7,
    features: {
      expected: 9.68,
      rate: 6.7,
      attraction: 5.7,
      volume: 1.53,
      bought: 0.59,
      shared: 0.01,
      gain: 1.3,
      rescueKnown: 0.84,
      failedUnknown: 0.42,
      company: 0.06,
      apart: 0.01,
      foreign: 1.87,
      abbreviation: 0.23,
    },
  },
};
