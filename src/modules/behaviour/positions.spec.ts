import { fitPositions, positionCurve, POSITIONS, type Placement } from './positions.ts';

test('a new shop goes by the prior, a little evidence hardly moves it', () => {
  const prior = positionCurve([]);
  expect(prior).toHaveLength(POSITIONS);
  expect(prior.every((value, at) => at === 0 || value < prior[at - 1]!)).toBe(true);
  const moved = positionCurve([{ position: 1, clicks: 0, attraction: 3 }]);
  expect(moved[0]! / prior[0]!).toBeCloseTo(1, 1);
});

test('it tells the place from the item: good items at the top do not make the top look better than it is', () => {
  // What a place draws falls by half with each step, and items stand at their usual place and, less often, at others.
  const truth = (position: number): number => 0.4 / 2 ** (position - 1);
  const attraction = (item: number): number => [2, 1.4, 1, 0.7, 0.4][item - 1]!;
  const placements: Placement[] = [];
  for (let item = 1; item <= 5; item++) {
    for (let position = 1; position <= 5; position++) {
      const shown = item === position ? 20_000 : 2_000;
      const clicks = shown * truth(position) * attraction(item);
      placements.push({ item_id: String(item), position, shown, clicks });
    }
  }
  const curve = positionCurve(fitPositions(placements, positionCurve([])));
  const naive = (position: number): number => {
    const there = placements.filter((placement) => placement.position === position);
    return there.reduce((sum, { clicks }) => sum + clicks, 0) / there.reduce((sum, { shown }) => sum + shown, 0);
  };
  for (let position = 2; position <= 5; position++) {
    const wanted = truth(position) / truth(1);
    const learned = curve[position - 1]! / curve[0]!;
    expect(Math.abs(Math.log(learned / wanted))).toBeLessThan(0.15);
    expect(Math.abs(Math.log(learned / wanted))).toBeLessThan(Math.abs(Math.log(naive(position) / naive(1) / wanted)));
  }
});
