import { BehaviourTable, NO_BEHAVIOUR } from '../embedded/search/behaviour.ts';
import {
  IndexClosedError,
  type ChangeBatch,
  type EngineHit,
  type FreshIndex,
  type IndexStats,
  type ItemBehaviour,
  type SearchIndex,
  type SearchQuery,
  type SearchResult,
  type SimilarQuery,
} from '../port/index.ts';
import { Catalogue } from './catalogue.ts';
import type { Cluster } from './cluster.ts';
import { moveToOwnIndex } from './move.ts';
import { newGeneration, type Placement, type Placements } from './placement.ts';
import type { Refresher } from './refresher.ts';
import { search } from './search.ts';
import { byId, similar } from './similar.ts';
import { TitleUses } from './title-uses.ts';
import type { BulkWriter } from './writer.ts';

export interface IndexTools {
  cluster: Cluster;
  placements: Placements;
  writer: BulkWriter;
  refresher: Refresher;
  /** Documents from which a tenant gets an index of its own. */
  ownIndexFrom: number;
  log: (message: string, error?: unknown) => void;
}

/**
 * A tenant's index in the cluster, shared with all other processes. What this one knows of it, where it lies and at which
 * version it is, may be old: it is looked up when the index is opened and after each write.
 */
export class OpenSearchIndex implements SearchIndex {
  #placement: Placement;
  #version: number;
  #documents = 0;
  #closed = false;
  #behaviour: BehaviourTable = NO_BEHAVIOUR;
  #uses = new TitleUses(() => this.#version);
  /** Writes, one after another; a failed one takes those behind it along. */
  #line: Promise<unknown> = Promise.resolve();

  private readonly tools: IndexTools;

  constructor(tools: IndexTools, placement: Placement, version: number) {
    this.tools = tools;
    this.#placement = placement;
    this.#version = version;
  }

  get version(): number {
    return this.#version;
  }

  get closed(): boolean {
    return this.#closed;
  }

  close(): void {
    this.#closed = true;
  }

  /** Looks where the index lies now, and at which version; closed when that is gone, or older than what was known here. */
  async sync(): Promise<void> {
    const { placements } = this.tools;
    const placement = await placements.current(this.#placement.tenantId);
    const version = placement ? await placements.version(placement) : 0;
    if (!placement || version < this.#version) {
      this.#closed = true;
      return;
    }
    this.#placement = placement;
    this.#version = Math.max(this.#version, version);
  }

  search(query: SearchQuery): Promise<SearchResult> {
    return this.#ask((catalogue) => {
      const context = { catalogue, behaviour: this.#behaviour, items: this.#behaviour.items, uses: this.#uses };
      return search(context, query);
    });
  }

  has(id: string): Promise<boolean> {
    return this.#ask(async (catalogue) => {
      const answer = await catalogue.search({ size: 0, query: byId(id) });
      return answer.hits.total.value > 0;
    });
  }

  similar(query: SimilarQuery): Promise<EngineHit[] | null> {
    return this.#ask((catalogue) => similar(catalogue, query));
  }

  async setBehaviour(items: readonly ItemBehaviour[]): Promise<void> {
    this.#behaviour = new BehaviourTable(items);
  }

  apply(batch: ChangeBatch): Promise<void> {
    return this.#inLine(() => this.#apply(batch));
  }

  rebuild(fill: (fresh: FreshIndex) => Promise<void>): Promise<void> {
    return this.#inLine(() => this.#rebuild(fill));
  }

  hold(): () => void {
    return () => {};
  }

  stats(): IndexStats {
    return { documents: this.#documents, segments: 1, bytes: 0, version: this.#version };
  }

  /** The cluster keeps what it acknowledged. */
  async snapshot(): Promise<void> {}

  async count(): Promise<void> {
    const answer = await new Catalogue(this.tools.cluster, this.#placement).search({ size: 0 });
    this.#documents = answer.hits.total.value;
  }

  async #ask<T>(work: (catalogue: Catalogue) => Promise<T>): Promise<T> {
    if (this.#closed) throw new IndexClosedError('the index was closed');
    try {
      return await work(new Catalogue(this.tools.cluster, this.#placement));
    } catch (error) {
      if (error instanceof IndexClosedError) this.#closed = true;
      throw error;
    }
  }

  async #apply(batch: ChangeBatch): Promise<void> {
    if (this.#closed) throw new IndexClosedError('the index was closed');
    if (batch.version <= this.#version) return;
    const placement = this.#placement;
    await this.tools.writer.write(placement, batch);
    await this.#seal(placement, batch.version);
    await this.#verify(placement, batch.version);
    if (placement.shared && this.#documents >= this.tools.ownIndexFrom) this.#moveSoon();
  }

  /** First searchable, then said to be: who reads the version finds what it promises. */
  async #seal(placement: Placement, version: number): Promise<void> {
    await this.tools.refresher.refresh(placement.index);
    await this.tools.placements.setVersion(placement, version);
  }

  /** What was written to a generation that another process has replaced meanwhile must be written to the new one. */
  async #verify({ index, generation }: Placement, version: number): Promise<void> {
    const [now] = await Promise.all([this.tools.placements.current(this.#placement.tenantId), this.count()]);
    if (now && now.index === index && now.generation === generation) {
      this.#version = Math.max(this.#version, version);
      return;
    }
    this.#closed = true;
    throw new IndexClosedError('another generation is in force');
  }

  async #rebuild(fill: (fresh: FreshIndex) => Promise<void>): Promise<void> {
    const { placements, writer } = this.tools;
    const { tenantId, shared } = this.#placement;
    const begun = this.#placement;
    const own = !shared || this.#documents >= this.tools.ownIndexFrom;
    const placement = placements.plan(tenantId, own, newGeneration());
    await placements.prepare(placement);
    const fresh = new FilledGeneration(writer, placement);
    try {
      await fill(fresh);
      await this.#seal(placement, fresh.version);
      if (await this.#wasOvertaken(begun, fresh.version)) {
        await placements.discard(placement);
        return;
      }
      await placements.enact(placement);
    } catch (error) {
      await placements
        .discard(placement)
        .catch((failed: unknown) => this.tools.log('a generation was left behind', failed));
      throw error;
    }
    this.#placement = placement;
    this.#version = fresh.version;
    this.#closed = false;
    await this.count();
    await placements
      .discard(begun)
      .catch((error: unknown) => this.tools.log('an old generation was left behind', error));
  }

  /** Another process may have built the same anew, and further: its generation stays. */
  async #wasOvertaken(begun: Placement, version: number): Promise<boolean> {
    const { placements } = this.tools;
    const now = await placements.current(begun.tenantId);
    if (!now || now.generation === begun.generation) return false;
    const theirs = await placements.version(now);
    if (theirs < version) return false;
    this.#placement = now;
    this.#version = theirs;
    return true;
  }

  #moveSoon(): void {
    const moving = this.#inLine(async () => {
      if (!this.#placement.shared || this.#closed) return;
      this.#placement = await moveToOwnIndex(this.tools, this.#placement, this.#version);
    });
    moving.catch((error: unknown) => this.tools.log('a tenant could not be given an index of its own', error));
  }

  #inLine<T>(work: () => Promise<T>): Promise<T> {
    const mine = this.#line.then(work);
    this.#line = mine;
    mine.catch(() => {
      if (this.#line === mine) this.#line = Promise.resolve();
    });
    return mine;
  }
}

/** A generation that nobody searches yet: made searchable once, when it is whole. */
class FilledGeneration implements FreshIndex {
  version = 0;
  #line: Promise<unknown> = Promise.resolve();

  private readonly writer: BulkWriter;
  private readonly placement: Placement;

  constructor(writer: BulkWriter, placement: Placement) {
    this.writer = writer;
    this.placement = placement;
  }

  apply(batch: ChangeBatch): Promise<void> {
    const mine = this.#after(this.#line, batch);
    this.#line = mine;
    return mine;
  }

  async #after(before: Promise<unknown>, batch: ChangeBatch): Promise<void> {
    await before;
    if (batch.version <= this.version) return;
    await this.writer.write(this.placement, batch);
    this.version = batch.version;
  }
}
