/**
 * Least edits from `typed` to any prefix of `text`, where a swap of neighbours is one (optimal string alignment); above
 * `max` it answers `max + 1`. O(typed × length).
 */
export function prefixDistance(typed: string, text: string, max: number): number {
  const far = max + 1;
  const length = Math.min(text.length, typed.length + max);
  let before: number[] = [];
  let previous = Array.from({ length: length + 1 }, (_, at) => at);
  for (let row = 1; row <= typed.length; row++) {
    const current = Array.from({ length: length + 1 }, () => far);
    current[0] = row;
    const to = Math.min(length, row + max);
    let best = row;
    for (let at = Math.max(1, row - max); at <= to; at++) {
      const same = typed[row - 1] === text[at - 1];
      let cost = Math.min(previous[at - 1]! + (same ? 0 : 1), previous[at]! + 1, current[at - 1]! + 1);
      const swapped = row > 1 && at > 1 && typed[row - 1] === text[at - 2] && typed[row - 2] === text[at - 1];
      if (swapped) cost = Math.min(cost, before[at - 2]! + 1);
      current[at] = cost;
      if (cost < best) best = cost;
    }
    if (best > max) return far;
    before = previous;
    previous = current;
  }
  return Math.min(far, ...previous);
}
