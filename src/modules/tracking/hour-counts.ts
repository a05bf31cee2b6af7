const HOUR = 3_600_000;
const PLACES = 2 ** 20;
const MOST = 255;

/**
 * About how many events the sessions of the last hour sent, never too few: a megabyte of counters at the places of the
 * sessions' ids, of which some share one: who counts much is looked at more closely. Good for ten million events an hour. A
 * map of sessions takes 4 µs of the processor an event, being larger than its caches, and has to forget long before the
 * hour is over. Counts end at 255.
 */
export class HourCounts {
  readonly #counts = new Uint8Array(PLACES);
  #since = Number.NEGATIVE_INFINITY;

  /** Counts an event of the session (a UUID) at `now`, in milliseconds; answers with how many it counted. */
  add(sessionId: string, now: number): number {
    if (now - this.#since >= HOUR) this.#begin(now);
    const place = placeOf(sessionId);
    const count = this.#counts[place]!;
    return count === MOST ? count : (this.#counts[place] = count + 1);
  }

  /** What the last hour left over still counts half: a window that is cut in two must not hide a burst. */
  #begin(now: number): void {
    if (now - this.#since >= 2 * HOUR) this.#counts.fill(0);
    else for (let place = 0; place < PLACES; place++) this.#counts[place]! >>= 1;
    this.#since = now;
  }
}

/** Both ends of the id, because one of them is a time or a machine in some versions. */
function placeOf(uuid: string): number {
  const head = Number.parseInt(uuid.slice(0, 8), 16);
  const tail = Number.parseInt(uuid.slice(28), 16);
  return (Math.imul(head, 0x9e3779b1) ^ Math.imul(tail, 0x85ebca6b)) >>> 12;
}
