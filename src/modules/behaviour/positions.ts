/**
 * How much of a click the place explains. The model is position-based (Craswell, Zoeter, Taylor, Ramsey 2008; Chuklin,
 * Markov, de Rijke 2015): a click needs that the place is looked at and that the item attracts, so clicks at a place are
 * what it draws times how attractive the items there were. Items stand at different places for different queries, which
 * tells the two apart (Wang et al. 2018, "regression EM"; Agarwal et al. 2019, "intervention harvesting").
 */

/** Positions learned one by one; those beyond share the last slot. */
export const POSITIONS = 21;

/** Clicks a search at each position before a shop has any: a quarter at the top, falling with the rank (Joachims 2017). */
const PRIOR: readonly number[] = Array.from({ length: POSITIONS }, (_, at) => 0.25 / (at + 1));
/** The prior counts like this many showings of an item of middling attraction at each position. */
const PRIOR_SHOWINGS = 100;
/** An item's attraction counts from this many expected clicks on. */
const PRIOR_CLICKS = 2;
const ROUNDS = 10;
/** A place draws no less than this: a click far down must not stand for a hundred. */
const LEAST = 0.005;

/** How often an item stood at a position, counting from 1, and was clicked there. */
export interface Placement {
  item_id: string;
  position: number;
  shown: number;
  clicks: number;
}

export interface PositionEvidence {
  position: number;
  clicks: number;
  /** Showings there, each weighed by how attractive the item was. */
  attraction: number;
}

/** Clicks that a place draws from an item of middling attraction; the index is the position less one. */
export function positionCurve(evidence: readonly PositionEvidence[]): number[] {
  const curve = [...PRIOR];
  for (const { position, clicks, attraction } of evidence) {
    const prior = PRIOR[position - 1];
    if (prior === undefined) continue;
    curve[position - 1] = Math.max(LEAST, (clicks + PRIOR_SHOWINGS * prior) / (attraction + PRIOR_SHOWINGS));
  }
  return curve;
}

/**
 * Separates places from items: in turn the attraction of each item given the curve, and the curve given the attractions,
 * each by its maximum likelihood for rare clicks (Poisson) and held by its prior.
 */
export function fitPositions(placements: readonly Placement[], start: readonly number[]): PositionEvidence[] {
  let curve = [...start];
  let evidence: PositionEvidence[] = [];
  for (let round = 0; round < ROUNDS; round++) {
    const attraction = attractions(placements, curve);
    evidence = Array.from({ length: POSITIONS }, (_, at) => ({ position: at + 1, clicks: 0, attraction: 0 }));
    for (const { item_id, position, shown, clicks } of placements) {
      const at = evidence[Math.min(position, POSITIONS) - 1]!;
      at.clicks += clicks;
      at.attraction += shown * attraction.get(item_id)!;
    }
    curve = positionCurve(evidence);
  }
  return evidence.filter(({ attraction }) => attraction > 0);
}

/** By item, with a mean of 1 over what was shown. */
function attractions(placements: readonly Placement[], curve: readonly number[]): Map<string, number> {
  const sums = new Map<string, { clicks: number; expected: number; shown: number }>();
  for (const { item_id, position, shown, clicks } of placements) {
    const sum = sums.get(item_id) ?? { clicks: 0, expected: 0, shown: 0 };
    sum.clicks += clicks;
    sum.expected += shown * curve[Math.min(position, POSITIONS) - 1]!;
    sum.shown += shown;
    sums.set(item_id, sum);
  }
  let total = 0;
  let weighed = 0;
  const found = new Map<string, number>();
  for (const [id, { clicks, expected, shown }] of sums) {
    const attraction = (clicks + PRIOR_CLICKS) / (expected + PRIOR_CLICKS);
    found.set(id, attraction);
    total += shown;
    weighed += shown * attraction;
  }
  for (const [id, attraction] of found) found.set(id, (attraction * total) / weighed);
  return found;
}
