/** Shorter words are never the neighbour of a word of 5 letters. */
export const MIN_WORD = 4;
/** Longer ones are no words. */
export const MAX_WORD = 40;
/** From here a word may be the neighbour of one that was typed with 9 letters or more, which may have two edits. */
export const MIN_TWO_EDITS = 7;
