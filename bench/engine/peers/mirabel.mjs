import { setTimeout as delay } from 'node:timers/promises';
import { createEmbeddedEngine } from '../../../src/engine/embedded/index.ts';
import { tenantContext } from '../../../src/kernel/tenant-context.ts';

export const notes =
  'the complete engine: stems, typos, joined forms, ranking with fields and proximity, exact totals, highlights, documents as bytes';
const TENANT = tenantContext('018f0000-0000-7000-8000-000000000001', 'bench');
/** An index without changes for a second merges its small segments, ms. */
const AT_REST = 1_500;
/** Batches under way: they are indexed together. */
const IN_FLIGHT = 8;

export async function open({ folder }) {
  const engine = createEmbeddedEngine({ directory: folder, memoryBudgetBytes: 8 * 2 ** 30, log: console.error });
  return new Mirabel(engine, await engine.open(TENANT));
}

class Mirabel {
  engine;
  index;
  #under = [];
  #version;

  constructor(engine, index) {
    this.engine = engine;
    this.index = index;
    this.#version = index.version;
  }

  async add(changes) {
    this.#under.push(this.index.apply({ version: ++this.#version, changes }));
    if (this.#under.length >= IN_FLIGHT) await Promise.all(this.#under.splice(0));
  }

  /** Everything is searchable; merges go on, and end in `close`. */
  async finish() {
    await Promise.all(this.#under.splice(0));
  }

  async search({ query }) {
    const { hits, total } = await this.index.search(query);
    return { ids: hits.map(({ id }) => id), total };
  }

  async close() {
    await this.engine.settle();
    await delay(AT_REST);
    await this.engine.settle();
    await this.engine.close();
  }
}
