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
  const columns = columnsOf(placements);
  const { item, slot, shown, clicks } = columns;
  for (let round = 0; round < ROUNDS; round++) {
    const attraction = attractions(columns, curve);
    evidence = Array.from({ length: POSITIONS }, (_, at) => ({ position: at + 1, clicks: 0, attraction: 0 }));
    for (let row = 0; row < item.length; row++) {
      const at = evidence[slot[row]!]!;
      at.clicks += clicks[row]!;
      at.attraction += shown[row]! * attraction[item[row]!]!;
    }
    curve = positionCurve(evidence);
  }
  return evidence.filter(({ attraction }) => attraction > 0);
}

interface Columns {
  items: number;
  item: Int32Array;
  slot: Int32Array;
  shown: Float64Array;
  clicks: Float64Array;
}

/** Placements as numbers: a large shop has a hundred thousand, and rounds over objects held up requests for 0.4 s. */
function columnsOf(placements: readonly Placement[]): Columns {
  const rows = placements.length;
  const [item, slot] = [new Int32Array(rows), new Int32Array(rows)];
  const [shown, clicks] = [new Float64Array(rows), new Float64Array(rows)];
  const numbers = new Map<string, number>();
  for (let row = 0; row < rows; row++) {
    const placement = placements[row]!;
    let number = numbers.get(placement.item_id);
    if (number === undefined) numbers.set(placement.item_id, (number = numbers.size));
    item[row] = number;
    slot[row] = Math.min(placement.position, POSITIONS) - 1;
    shown[row] = placement.shown;
    clicks[row] = placement.clicks;
  }
  return { items: numbers.size, item, slot, shown, clicks };
}

/** By item, with a mean of 1 over what was shown. */
function attractions({ items, item, slot, shown, clicks }: Columns, curve: readonly number[]): Float64Array {
  const [clicked, expected, seen] = [new Float64Array(items), new Float64Array(items), new Float64Array(items)];
  for (let row = 0; row < item.length; row++) {
    const at = item[row]!;
    clicked[at]! += clicks[row]!;
    expected[at]! += shown[row]! * curve[slot[row]!]!;
    seen[at]! += shown[row]!;
  }
  const found = new Float64Array(items);
  let total = 0;
  let weighed = 0;
  for (let at = 0; at < items; at++) {
    found[at] = (clicked[at]! + PRIOR_CLICKS) / (expected[at]! + PRIOR_CLICKS);
    total += seen[at]!;
    weighed += seen[at]! * found[at]!;
  }
  for (let at = 0; at < items; at++) found[at]! *= total / weighed;
  return found;
}
