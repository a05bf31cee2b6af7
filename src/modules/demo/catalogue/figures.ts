/** What a real shop would have measured; here drawn from the product's id, so that every run gives the same. */
export interface Figures {
  stock: number;
  rating: number;
  popularity: number;
  createdAt: string;
}

const FIRST_DAY = Date.UTC(2024, 0, 8, 9);
const DAYS = 1_000;
const DAY_MS = 86_400_000;

export function figuresFor(id: string): Figures {
  return {
    stock: draw(id, 'sold out') < 0.08 ? 0 : 1 + Math.floor(draw(id, 'stock') ** 2 * 240),
    rating: Math.round(50 - draw(id, 'rating') ** 2 * 19) / 10,
    // Few products sell much: the square of a square gives the long tail.
    popularity: Math.round(draw(id, 'popularity') ** 4 * 1_000),
    createdAt: new Date(FIRST_DAY + Math.floor(draw(id, 'day') * DAYS) * DAY_MS).toISOString(),
  };
}

/** FNV-1a with a final mix, as a number from 0 to below 1. */
function draw(id: string, purpose: string): number {
  let hash = 0x811c9dc5;
  for (const character of `${purpose}/${id}`) {
    hash = Math.imul(hash ^ character.codePointAt(0)!, 0x01000193);
  }
  hash = Math.imul(hash ^ (hash >>> 15), 0x2c1b3c6d);
  hash = Math.imul(hash ^ (hash >>> 12), 0x297a2d39);
  return ((hash ^ (hash >>> 15)) >>> 0) / 2 ** 32;
}
