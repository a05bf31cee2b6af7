import type { Bitmap } from '../segment/bitmap.ts';
import { UNNAMED, emptySignals, matchKey } from './ranking.ts';
import { qualityOf } from './match-cost.ts';
import { NOT_IN_TITLE } from './proximity.ts';
import { costSignals } from './signals.ts';
import type { TopHits } from './top-hits.ts';

const SLOTS = 256;
/** One set serves: a screen is used up before the next one is made. */
const kinds = new Int32Array(SLOTS);
const keys = new Float64Array(SLOTS);

/**
 * Passes over full matches that cannot get onto the page: by the first rule at its best, and by popularity where nothing
 * comes between the two. Most matches of a broad query end here. Few combinations of cost, naming and modifying occur in an
 * answer, so the first rule is worked out once for each.
 */
export class Screen {
  readonly #signals = emptySignals();
  readonly #words: number;
  readonly #all: number;
  readonly #named: Uint16Array | null;
  readonly #unmarked: number;
  readonly #popularity: Float64Array | null;
  readonly #titleLimit: number;
  readonly #modifies: Uint32Array | null;
  readonly #kinds = kinds.fill(-1);
  readonly #keys = keys;

  /**
   * `named`: words (bits) that name each document; without it all are taken for `unmarked`, see `HitSignals.naming`.
   * `popularity`: by document, null when boosts or behaviour may lift one of them. `titleLimit`: see `proximity.ts`.
   * `modifies`: documents of which it is known, see `HitSignals`; without it none is believed to.
   */
  constructor(
    words: number,
    named: Uint16Array | null,
    unmarked: number,
    popularity: Float64Array | null,
    titleLimit: number,
    modifies: Bitmap | null,
  ) {
    this.#words = words;
    this.#all = 2 ** words - 1;
    this.#named = named;
    this.#unmarked = unmarked;
    this.#popularity = popularity;
    this.#titleLimit = titleLimit;
    this.#modifies = modifies?.words ?? null;
  }

  /** Place of the next document, from `at` on, that may get in. */
  next(at: number, documents: Uint32Array, costs: Uint32Array, top: TopHits): number {
    const named = this.#named;
    const popularity = this.#popularity;
    const modifies = this.#modifies;
    const kinds = this.#kinds;
    const keys = this.#keys;
    const all = this.#all;
    const limit = top.worst[0]!;
    const least = top.popularityToReach;
    let naming = this.#unmarked;
    let i = at;
    for (; i < documents.length; i++) {
      const document = documents[i]!;
      if (named) {
        const bits = named[document]!;
        naming = bits === 0 ? UNNAMED : bits === all ? 0 : 1;
      }
      let kind = (costs[i]! << 3) | naming;
      if (modifies && naming > 0) kind |= ((modifies[document >>> 5]! >>> (document & 31)) & 1) << 2;
      const slot = (kind ^ (kind >>> 11)) & (SLOTS - 1);
      const key = kinds[slot] === kind ? keys[slot]! : this.#learn(slot, kind);
      if (key < limit) break;
      if (key === limit && (popularity === null || popularity[document]! >= least)) break;
    }
    return i;
  }

  #learn(slot: number, kind: number): number {
    const cost = kind >>> 3;
    costSignals(this.#signals, cost, this.#words);
    this.#signals.naming = kind & 3;
    this.#signals.modifies = (kind >>> 2) & 1;
    this.#signals.proximity = qualityOf(cost) > this.#titleLimit ? NOT_IN_TITLE : 0;
    this.#kinds[slot] = kind;
    return (this.#keys[slot] = matchKey(this.#signals));
  }
}
