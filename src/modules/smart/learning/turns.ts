import { setImmediate as nextTurn } from 'node:timers/promises';

/** Of pairs that are scored some 8 ms, of words far less. */
const AT_ONCE = 64;

/** The same in parts, between which live searches have their turn. */
export async function* inTurns<T>(all: Iterable<T>): AsyncIterable<T[]> {
  let part: T[] = [];
  for (const one of all) {
    if (part.push(one) < AT_ONCE) continue;
    yield part;
    part = [];
    await nextTurn();
  }
  if (part.length > 0) yield part;
}
