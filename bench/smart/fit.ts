/** A pair taken apart, and whether it is right. */
export interface Example {
  features: Readonly<Record<string, number>>;
  right: boolean;
}

const ROUNDS = 20_000;
const RATE = 3;
/** Pulls weights towards 0 that the examples do not need. */
const RIDGE = 0.0003;

/**
 * Logistic regression with weights that are not negative (projected gradient): more of what speaks for a pair never lowers
 * its confidence. Weights as a table for `src/modules/smart/learning/weights.ts`.
 */
export function fit(
  examples: readonly Example[],
  names: readonly string[],
): { bias: number; features: Record<string, number> } {
  const rows = examples.map(({ features }) => names.map((name) => features[name] ?? 0));
  const weights = names.map(() => 1);
  let bias = -2;
  for (let round = 0; round < ROUNDS; round++) {
    const gradient = names.map(() => 0);
    let biasGradient = 0;
    rows.forEach((row, n) => {
      let score = bias;
      for (let i = 0; i < row.length; i++) score += weights[i]! * row[i]!;
      const error = 1 / (1 + Math.exp(-score)) - (examples[n]!.right ? 1 : 0);
      biasGradient += error;
      for (let i = 0; i < row.length; i++) gradient[i]! += error * row[i]!;
    });
    const step = RATE;
    bias -= (step * biasGradient) / rows.length;
    for (let i = 0; i < weights.length; i++) {
      weights[i] = Math.max(0, weights[i]! - step * (gradient[i]! / rows.length + RIDGE * weights[i]!));
    }
  }
  const round = (value: number): number => Math.round(value * 100) / 100;
  return {
    bias: round(bias),
    features: Object.fromEntries(
      names.map((name, i) => [name, round(weights[i]!)]).filter(([, weight]) => weight !== 0),
    ),
  };
}
