import { setFlagsFromString } from 'node:v8';

/** How far the heap may grow beyond what the last collection left, in percent. V8 allows 300 where memory is plenty. */
const GROWTH = 100;

/**
 * The process takes at most about twice the memory of what lives in it. A night of ten thousand shops leaves 130 MB of living
 * objects, and V8 alone would let half a gigabyte of dead ones gather beside them. Collections are then three times as many,
 * at 10 to 20 ms each when 100 MB live.
 */
export function keepHeapSmall(): void {
  setFlagsFromString(`--heap-growing-percent=${GROWTH}`);
}
