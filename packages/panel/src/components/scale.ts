/** Values from 0 to at least `max` in steps of 1, 2 or 5 times a power of ten, three to six of them. */
export function niceTicks(max: number): number[] {
  if (!(max > 0)) return [0, 1];
  const rough = max / 4;
  const power = 10 ** Math.floor(Math.log10(rough));
  const step = [1, 2, 5, 10].map((factor) => factor * power).find((candidate) => candidate >= rough)!;
  const count = Math.ceil(max / step - 1e-9);
  // Without the noise of binary fractions: 0.30000000000000004 is no label.
  return Array.from({ length: count + 1 }, (_, at) => Number((at * step).toPrecision(12)));
}
