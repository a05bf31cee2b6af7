/**
 * Lower end of the Wilson score interval (Wilson 1927): what a share is at least, when few were seen. 0 without any.
 * `z`: how certain that is; 1.96 is of an interval of 95 %.
 */
export function wilsonLowerBound(successes: number, trials: number, z = 1.96): number {
  if (successes <= 0 || trials <= 0) return 0;
  const share = Math.min(1, successes / trials);
  const z2 = z * z;
  const centre = share + z2 / (2 * trials);
  const spread = z * Math.sqrt((share * (1 - share) + z2 / (4 * trials)) / trials);
  return Math.max(0, (centre - spread) / (1 + z2 / trials));
}

/**
 * 0 when the rescue follows this failure no more often than any other, 1 from a thousand times as often: shoppers who turn
 * to another topic turn to the popular ones, whatever failed.
 */
export function attraction(rescueRate: number, rescueShare: number): number {
  if (rescueRate <= 0 || rescueShare <= 0) return 0;
  return Math.min(1, Math.max(0, Math.log10(rescueRate / rescueShare) / 3));
}

/** 0 to 1, half at `half`. */
export function saturating(count: number, half: number): number {
  return count <= 0 ? 0 : count / (count + half);
}
