/** Shorter words are never the neighbour of a word of 5 letters. */
export const MIN_WORD = 4;
/** Longer ones are no words. */
export const MAX_WORD = 40;
/** From here a word may be the neighbour of one that was typed with 9 letters or more, which may have two edits. */
export const MIN_TWO_EDITS = 7;

/** Loose forms are hashed whole and apart from deletions. */
export function looseHash(loose: string): number {
  let hash = 0x2f0b4c47;
  for (let i = 0; i < loose.length; i++) hash = Math.imul(hash ^ loose.charCodeAt(i), 0x01000193);
  return (hash ^ (hash >>> 15)) >>> 0;
}
