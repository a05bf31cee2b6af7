import type { Holdout, HoldoutCounts } from '../suggestion.ts';

/** Nights on which a synonym is looked at, and outcomes that are compared on each. */
const LOOKS = 14;
const OUTCOMES = ['no_click', 'no_result'] as const;
/** Chance that a harmless synonym is taken back, over all its looks together (Bonferroni). */
const ERROR = 0.05;
const LEVEL = ERROR / (LOOKS * OUTCOMES.length);

export interface Harm {
  outcome: (typeof OUTCOMES)[number];
  /** Chance to see this much difference by accident. */
  p: number;
}

/** Sessions with the synonym fare worse than those that were kept from it; null while chance explains the difference. */
export function findHarm(holdout: Holdout): Harm | null {
  for (const outcome of OUTCOMES) {
    const p = chanceOf(holdout.with, holdout.without, outcome);
    if (p < LEVEL) return { outcome, p };
  }
  return null;
}

export function noHoldout(): Holdout {
  const none = (): HoldoutCounts => ({ sessions: 0, no_click: 0, no_result: 0 });
  return { with: none(), without: none() };
}

function chanceOf(treated: HoldoutCounts, control: HoldoutCounts, outcome: Harm['outcome']): number {
  return fisherExact(treated[outcome], treated.sessions, control[outcome], control.sessions);
}

/**
 * Fisher's exact test, one-sided (R. A. Fisher, 1922): the chance of at most `badControl` bad ones among `control`, were
 * both groups drawn from the same sessions. Exact for the few sessions that a holdout has.
 */
export function fisherExact(badTreated: number, treated: number, badControl: number, control: number): number {
  const all = treated + control;
  const bad = badTreated + badControl;
  if (treated === 0 || control === 0) return 1;
  const fewest = Math.max(0, bad - treated);
  const scale = logChoose(all, control);
  let chance = 0;
  for (let k = fewest; k <= badControl; k++) {
    chance += Math.exp(logChoose(bad, k) + logChoose(all - bad, control - k) - scale);
  }
  return Math.min(1, chance);
}

function logChoose(n: number, k: number): number {
  return logFactorial(n) - logFactorial(k) - logFactorial(n - k);
}

const known: number[] = [0];

function logFactorial(n: number): number {
  // Stirling's series is right to 13 digits from here on.
  if (n > 1_000) return n * Math.log(n) - n + Math.log(2 * Math.PI * n) / 2 + 1 / (12 * n) - 1 / (360 * n ** 3);
  for (let next = known.length; next <= n; next++) known.push(known[next - 1]! + Math.log(next));
  return known[n]!;
}
