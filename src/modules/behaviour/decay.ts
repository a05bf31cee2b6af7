/** Behaviour weighs half as much after this many days. */
export const HALF_LIFE_DAYS = 30;

/**
 * Weights grow forward from a fixed day instead of shrinking backward from today (Cormode, Shkapenyuk, Srivastava, Xu
 * 2009, "forward decay"): sums stay right as time goes by, without being touched.
 */
const LANDMARK = '2026-01-01';

/** The weight of a day as SQL. */
export function decay(day: string): string {
  return `2 ^ ((${day} - date '${LANDMARK}') / ${HALF_LIFE_DAYS}::float8)`;
}

/** What a sum of such weights is multiplied with to count days as of `now`. */
export function presentValue(now: number): number {
  return 2 ** (-(now - Date.parse(LANDMARK)) / (HALF_LIFE_DAYS * 86_400_000));
}
