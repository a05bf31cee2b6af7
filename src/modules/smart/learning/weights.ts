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
 * `form` is set by hand: of 359 pairs of one word written together and apart, or inflected, the simulator has none that is
 * wrong, which fits nothing. A pair that is seldom exchanged still has to earn its confidence.
 */
export const WEIGHTS: Readonly<Record<Family, Weights>> = {
  spelling: {
    bias: -7.78,
    features: {
      expected: 7.75,
      rate: 5.71,
      attraction: 1.01,
      bought: 0.13,
      failedUnknown: 2.66,
      closeness: 3.05,
      sound: 0.54,
      length: 1.53,
      apart: 0.17,
    },
  },
  form: { bias: -1, features: { expected: 3, attraction: 2, rescueKnown: 1 } },
  meaning: {
    bias: -10.26,
    features: {
      expected: 9.43,
      rate: 6.97,
      attraction: 5.3,
      volume: 1.44,
      gain: 0.89,
      rescueKnown: 0.05,
      failedUnknown: 0.63,
      company: 0.19,
      foreign: 2.62,
      abbreviation: 0.58,
    },
  },
};
