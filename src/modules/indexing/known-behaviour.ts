import type { ItemBehaviour, SearchIndex } from '../../engine/port/index.ts';

/** What is known of the items of a catalogue by some moment. */
export interface BehaviourState {
  readonly items: readonly ItemBehaviour[];
  /** Higher for what was read later in this process. */
  readonly sequence: number;
}

interface Reached {
  sequence: number;
  under: Promise<void> | null;
}

/**
 * Brings indexes to what is known of behaviour: one at a time an index, whoever waits for it, and never back to what was
 * known before. An index that was dropped from memory comes back as another object, which knows nothing.
 */
export class KnownBehaviour {
  readonly #reached = new WeakMap<SearchIndex, Reached>();

  async bring(index: SearchIndex, { items, sequence }: BehaviourState): Promise<void> {
    let reached = this.#reached.get(index);
    if (!reached) this.#reached.set(index, (reached = { sequence: -1, under: null }));
    while (reached.sequence < sequence) {
      reached.under ??= this.#set(index, reached, { items, sequence });
      await reached.under;
    }
  }

  async #set(index: SearchIndex, reached: Reached, { items, sequence }: BehaviourState): Promise<void> {
    try {
      await index.setBehaviour(items);
      reached.sequence = sequence;
    } finally {
      reached.under = null;
    }
  }
}
