/** Where appeal and demand end: behaviour reorders what matches equally well and has no more say than this. */
export const MAX_BEHAVIOUR = 10;

/**
 * How often an item is picked compared with what the places it was shown at explain, in whole steps from -10 to 10. Five
 * steps are a factor of four: 5 is picked four times as often as expected, -5 a quarter. 0 is as expected, or nothing is
 * known.
 */
export interface ItemAppeal {
  id: string;
  appeal: number;
}

/** What shoppers' behaviour says of an item, whatever they asked for. */
export interface ItemBehaviour extends ItemAppeal {
  /** How much it is wanted compared with other items, in whole steps from 0 (nothing known) to 10 (most). */
  demand: number;
}

/** How often `appeal` says that an item is picked, as a multiple of what its places explain. */
export function timesExpected(appeal: number): number {
  return 4 ** (appeal / 5);
}
