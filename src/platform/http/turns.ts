interface Waiting {
  since: number;
  go: () => void;
}

/** Milliseconds that requests may take of one turn of the event loop, so that answers of the database get theirs. */
const TURN = 10;
const FEWEST = 4;
const MOST = 512;

/**
 * Lets requests begin a few in each turn of the event loop; the others wait here, first come, first served. Without that, a
 * turn takes as long as all that arrived together, and whatever needs several turns (each statement of a transaction needs
 * one) takes so many times longer: searches, which need none, would starve pushes and events.
 */
export class Turns {
  /** From `#head` on. */
  #waiting: Waiting[] = [];
  #head = 0;
  #begun = 0;
  #perTurn = 16;
  #from = 0;
  #scheduled = false;

  /** Milliseconds that the next one has been waiting: what a newcomer has to expect. */
  get wait(): number {
    const next = this.#waiting[this.#head];
    return next ? performance.now() - next.since : 0;
  }

  /** Calls `go` at once, or in a later turn and then outside of the caller's asynchronous context. */
  enter(go: () => void): void {
    if (this.#head < this.#waiting.length || this.#begun >= this.#perTurn) {
      this.#waiting.push({ since: performance.now(), go });
    } else {
      this.#begun++;
      go();
    }
    this.#schedule();
  }

  #schedule(): void {
    if (this.#scheduled) return;
    this.#scheduled = true;
    this.#from = performance.now();
    setImmediate(() => this.#next());
  }

  #next(): void {
    this.#scheduled = false;
    this.#adapt(performance.now() - this.#from);
    for (this.#begun = 0; this.#begun < this.#perTurn; this.#begun++) {
      const next = this.#waiting[this.#head];
      if (!next) break;
      this.#head++;
      next.go();
    }
    if (this.#head === this.#waiting.length) {
      this.#waiting = [];
      this.#head = 0;
    } else if (this.#head > 1_024) {
      this.#waiting.splice(0, this.#head);
      this.#head = 0;
    }
    // Also for the last ones: the next turn may begin as many anew.
    if (this.#begun > 0) this.#schedule();
  }

  /** Fewer at once after a turn that was too long, one more after a short one while some wait. */
  #adapt(milliseconds: number): void {
    if (milliseconds > TURN)
      this.#perTurn = Math.max(FEWEST, Math.floor(this.#perTurn * Math.max(0.5, TURN / milliseconds)));
    else if (this.#head < this.#waiting.length) this.#perTurn = Math.min(MOST, this.#perTurn + 1);
  }
}
