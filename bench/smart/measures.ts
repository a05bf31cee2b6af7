/** A proposal whose truth is known. */
export interface Outcome {
  confidence: number;
  right: boolean;
}

export interface Quality {
  proposed: number;
  precision: number;
  recall: number;
}

/** At a threshold: how many proposals are right, and how many of the `possible` right ones were made. */
export function qualityOf(outcomes: readonly Outcome[], possible: number, threshold: number): Quality {
  const made = outcomes.filter(({ confidence }) => confidence >= threshold);
  const right = made.filter((one) => one.right).length;
  return { proposed: made.length, precision: right / made.length, recall: right / possible };
}

export function rightness(outcomes: readonly Outcome[], from: number, below: number): { count: number; share: number } {
  const band = outcomes.filter(({ confidence }) => confidence >= from && confidence < below);
  return { count: band.length, share: band.filter(({ right }) => right).length / band.length };
}

const BINS = 10;

/** Expected calibration error (Naeini 2015): how far, on average, confidence is from the share that is right. */
export function calibrationError(outcomes: readonly Outcome[]): number {
  let error = 0;
  for (let bin = 0; bin < BINS; bin++) {
    const inBin = outcomes.filter(({ confidence }) => Math.min(BINS - 1, Math.floor(confidence * BINS)) === bin);
    if (inBin.length === 0) continue;
    const confidence = inBin.reduce((sum, one) => sum + one.confidence, 0) / inBin.length;
    const share = inBin.filter(({ right }) => right).length / inBin.length;
    error += (inBin.length / outcomes.length) * Math.abs(confidence - share);
  }
  return error;
}

/** For the eye: of each tenth of confidence, how many and how many of them are right. */
export function reliability(outcomes: readonly Outcome[]): string {
  return Array.from({ length: BINS }, (_, bin) => {
    const { count, share } = rightness(outcomes, bin / BINS, bin === BINS - 1 ? 2 : (bin + 1) / BINS);
    return count === 0 ? '-' : `${(share * 100).toFixed(0)} (${count})`;
  }).join('  ');
}
