import { createEmbeddedEngine } from '../../src/engine/embedded/index.ts';
import {
  IndexClosedError,
  type ChangeBatch,
  type EngineCapabilities,
  type EngineHit,
  type FreshIndex,
  type IndexStats,
  type ItemBehaviour,
  type SearchEngine,
  type SearchIndex,
  type SearchQuery,
  type SearchResult,
  type SimilarQuery,
} from '../../src/engine/port/index.ts';
import type { TenantContext } from '../../src/kernel/tenant-context.ts';

/** The real engine, in memory or with snapshots, that fails when it is told to and notes what was asked of it. */
export class FaultyEngine implements SearchEngine {
  readonly capabilities: EngineCapabilities;
  readonly #engine: SearchEngine;
  /** Awaited before the step is taken; throw to fail it. */
  before: Partial<Record<'open' | 'apply' | 'search' | 'behaviour', () => void | Promise<void>>> = {};
  readonly applied: { tenantId: string; version: number; ids: string[] }[] = [];
  rebuilt = 0;
  /** Times that behaviour was set. */
  behaviours = 0;

  constructor(directory: string | null = null) {
    this.#engine = createEmbeddedEngine({ directory, memoryBudgetBytes: 1 << 30 });
    this.capabilities = this.#engine.capabilities;
  }

  async open(tenant: TenantContext): Promise<SearchIndex> {
    await this.before.open?.();
    return new FaultyIndex(await this.#engine.open(tenant), this, tenant.tenantId);
  }

  async release(tenant: TenantContext): Promise<void> {
    await this.#engine.release?.(tenant);
  }

  drop(tenant: TenantContext): Promise<void> {
    return this.#engine.drop(tenant);
  }

  stored(): Promise<string[]> {
    return this.#engine.stored();
  }

  close(): Promise<void> {
    return this.#engine.close();
  }
}

class FaultyIndex implements SearchIndex {
  constructor(
    private readonly index: SearchIndex,
    private readonly engine: FaultyEngine,
    private readonly tenantId: string,
  ) {}

  get version(): number {
    return this.index.version;
  }

  get closed(): boolean {
    return this.index.closed;
  }

  async search(query: SearchQuery): Promise<SearchResult> {
    await this.engine.before.search?.();
    return this.index.search(query);
  }

  has(id: string): Promise<boolean> {
    return this.index.has(id);
  }

  similar(query: SimilarQuery): Promise<EngineHit[] | null> {
    return this.index.similar(query);
  }

  async setBehaviour(items: readonly ItemBehaviour[]): Promise<void> {
    await this.engine.before.behaviour?.();
    this.engine.behaviours++;
    await this.index.setBehaviour(items);
  }

  async apply(batch: ChangeBatch): Promise<void> {
    await this.engine.before.apply?.();
    this.engine.applied.push(noteOf(this.tenantId, batch));
    await this.index.apply(batch);
  }

  rebuild(fill: (fresh: FreshIndex) => Promise<void>): Promise<void> {
    this.engine.rebuilt++;
    return this.index.rebuild((fresh) => fill(new FaultyFresh(fresh, this.engine, this.tenantId)));
  }

  hold(): () => void {
    return this.index.hold();
  }

  stats(): IndexStats {
    return this.index.stats();
  }

  snapshot(): Promise<void> {
    return this.index.snapshot();
  }
}

class FaultyFresh implements FreshIndex {
  constructor(
    private readonly index: FreshIndex,
    private readonly engine: FaultyEngine,
    private readonly tenantId: string,
  ) {}

  get version(): number {
    return this.index.version;
  }

  async apply(batch: ChangeBatch): Promise<void> {
    await this.engine.before.apply?.();
    this.engine.applied.push(noteOf(this.tenantId, batch));
    await this.index.apply(batch);
  }
}

const noteOf = (tenantId: string, { version, changes }: ChangeBatch): FaultyEngine['applied'][number] => ({
  tenantId,
  version,
  ids: changes.map(({ id }) => id),
});

/** A step that fails so many times, then works. */
export function failing(times: number, error: Error = new IndexClosedError('dropped')): () => void {
  let left = times;
  return () => {
    if (left-- > 0) throw error;
  };
}
