import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import type { TenantContext } from '../../kernel/tenant-context.ts';
import { EngineError, type EngineCapabilities, type SearchEngine } from '../port/index.ts';
import { EmbeddedIndex } from './embedded-index.ts';
import type { IndexState } from './search/index-state.ts';
import { FolderClaim } from './storage/folder-claim.ts';
import { SnapshotFiles } from './storage/snapshot-files.ts';
import { SegmentFactory } from './writer/segment-factory.ts';

export interface EngineEvent {
  level: 'info' | 'warn' | 'error';
  message: string;
  tenantId?: string;
  error?: unknown;
}

export interface EmbeddedEngineOptions {
  /** Folder of the snapshots, one folder a tenant below it; null keeps nothing beyond the process. */
  directory: string | null;
  /** Idle indexes are dropped, least recently used first, while all open ones take more than this. */
  memoryBudgetBytes: number;
  log?: (event: EngineEvent) => void;
}

/** Milliseconds after which the folder is asked for again, when an index is opened. */
const ASK_AGAIN = 5_000;
/** A tenant's id is part of a path. */
const UUID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

interface OpenIndex {
  index: EmbeddedIndex;
  files: SnapshotFiles | null;
  /** As counted in the sum of all. */
  bytes: number;
}

/** The engine inside this process. */
export function createEmbeddedEngine(options: EmbeddedEngineOptions): EmbeddedEngine {
  return new EmbeddedEngine(options);
}

export class EmbeddedEngine implements SearchEngine {
  readonly capabilities: EngineCapabilities = { local: true, exactTotals: true, explain: true };
  readonly #options: EmbeddedEngineOptions;
  readonly #factory = new SegmentFactory();
  /** Least recently used first. */
  readonly #open = new Map<string, OpenIndex>();
  /** Of all open ones: summed up anew at each change, ten thousand of them would take 6 ms. */
  #bytes = 0;
  readonly #loading = new Map<string, Promise<EmbeddedIndex>>();
  #evicting: Promise<void> | null = null;
  #evictAgain = false;
  #closed = false;
  /** Null where nothing is kept. While another process has the folder, indexes are opened in memory alone. */
  readonly #claim: FolderClaim | null;
  #claiming: Promise<boolean> | null = null;
  #askedAt = Number.NEGATIVE_INFINITY;

  constructor(options: EmbeddedEngineOptions) {
    this.#options = options;
    const { directory } = options;
    this.#claim = directory === null ? null : new FolderClaim(directory, { lost: () => this.#loseFolder() });
  }

  async open({ tenantId }: TenantContext): Promise<EmbeddedIndex> {
    if (this.#closed) throw new EngineError('the engine is closed');
    if (!UUID.test(tenantId)) throw new EngineError('a tenant id must be a uuid');
    const open = this.#open.get(tenantId);
    if (open) {
      this.#touch(tenantId);
      return open.index;
    }
    let loading = this.#loading.get(tenantId);
    if (!loading) {
      loading = this.#load(tenantId).finally(() => this.#loading.delete(tenantId));
      this.#loading.set(tenantId, loading);
    }
    return loading;
  }

  async release({ tenantId }: TenantContext): Promise<void> {
    const open = this.#open.get(tenantId);
    if (!open) return;
    // Right after a change it looks whether there is something to merge.
    await open.index.settle();
    await this.#leave(tenantId, open);
  }

  async drop({ tenantId }: TenantContext): Promise<void> {
    if (!UUID.test(tenantId)) throw new EngineError('a tenant id must be a uuid');
    await this.#loading.get(tenantId);
    const open = this.#open.get(tenantId);
    this.#forget(tenantId);
    if (open) {
      open.index.close();
      // A snapshot under way would bring the folder back.
      await open.index.snapshot();
    }
    await this.#filesOf(tenantId)?.remove();
  }

  async stored(): Promise<string[]> {
    const { directory } = this.#options;
    const names = directory === null ? [] : await readdir(directory).catch(() => []);
    return names.filter((name) => UUID.test(name));
  }

  /** Waits until changes, merges and evictions under way are done. */
  async settle(): Promise<void> {
    await Promise.all([...this.#open.values()].map(({ index }) => index.settle()));
    while (this.#evicting) await this.#evicting;
  }

  async close(): Promise<void> {
    this.#closed = true;
    await Promise.allSettled(this.#loading.values());
    await this.#evicting;
    for (const [tenantId, { index }] of this.#open) {
      await index.settle();
      await index
        .snapshot()
        .catch((error: unknown) => this.#log('error', 'a snapshot could not be written', tenantId, error));
      index.close();
    }
    this.#open.clear();
    this.#bytes = 0;
    await this.#factory.close();
    this.#claim?.release();
  }

  async #load(tenantId: string): Promise<EmbeddedIndex> {
    const files = (await this.#mayKeep()) ? this.#filesOf(tenantId) : null;
    const state = files ? await this.#readSnapshot(files, tenantId) : null;
    // Lost while we read.
    if (files && !this.#claim?.held) return this.#load(tenantId);
    const index: EmbeddedIndex = new EmbeddedIndex(state, {
      factory: this.#factory,
      files,
      used: () => this.#touch(tenantId),
      resized: () => {
        this.#touch(tenantId);
        this.#measure(tenantId);
        this.#keepBudget();
      },
      rested: () => {
        this.#measure(tenantId);
        this.#keepBudget();
      },
      damaged: (error) => this.#giveUp(tenantId, index, error),
      warn: (message, error) => this.#log('warn', message, tenantId, error),
    });
    this.#open.set(tenantId, { index, files, bytes: 0 });
    this.#measure(tenantId);
    this.#keepBudget();
    return index;
  }

  /** A snapshot that is damaged or of another format is as good as none: the caller replays the catalogue. */
  async #readSnapshot(files: SnapshotFiles, tenantId: string): Promise<IndexState | null> {
    try {
      return await files.read();
    } catch (error) {
      this.#log('warn', 'the snapshot cannot be used, the index is rebuilt', tenantId, error);
      await files.remove().catch(() => {});
      return null;
    }
  }

  /** What is on disk is not what was written: whoever opens the index next gets an empty one, to be filled anew. */
  #giveUp(tenantId: string, index: EmbeddedIndex, error: unknown): void {
    if (this.#open.get(tenantId)?.index !== index) return;
    this.#log('warn', 'the snapshot cannot be used, the index is rebuilt', tenantId, error);
    this.#forget(tenantId);
    index.close();
    const loading = index
      .settle()
      .then(() => this.#filesOf(tenantId)?.remove())
      .then(() => this.#load(tenantId))
      .finally(() => this.#loading.delete(tenantId));
    loading.catch(() => {});
    this.#loading.set(tenantId, loading);
  }

  /** The first to ask waits until it is clear whether the holder lives; later on the folder is asked for now and then. */
  async #mayKeep(): Promise<boolean> {
    if (!this.#claim || this.#claim.held) return this.#claim !== null;
    const first = this.#askedAt === Number.NEGATIVE_INFINITY;
    if (!this.#claiming && performance.now() - this.#askedAt < ASK_AGAIN) return false;
    this.#claiming ??= this.#claim.take(first).finally(() => (this.#claiming = null));
    this.#askedAt = performance.now();
    const taken = await this.#claiming;
    if (!taken && first)
      this.#warn('another process keeps its indexes in this folder, this one has them in memory alone');
    return taken;
  }

  /** What is written from now on would be another's: indexes with files are opened anew, in memory. */
  #loseFolder(): void {
    this.#warn(
      'another process took the folder of the indexes, as this one gave no sign of life: they are opened anew',
    );
    for (const [tenantId, { index, files }] of this.#open) {
      if (!files) continue;
      this.#forget(tenantId);
      index.close();
    }
  }

  #filesOf(tenantId: string): SnapshotFiles | null {
    const { directory } = this.#options;
    return directory === null ? null : new SnapshotFiles(join(directory, tenantId.toLowerCase()));
  }

  #touch(tenantId: string): void {
    const open = this.#open.get(tenantId);
    if (!open) return;
    this.#open.delete(tenantId);
    this.#open.set(tenantId, open);
  }

  #keepBudget(): void {
    if (this.#closed || this.#bytes <= this.#options.memoryBudgetBytes) return;
    if (this.#evicting) {
      // One that was passed over may have come to rest since.
      this.#evictAgain = true;
      return;
    }
    this.#evicting = this.#evict().finally(() => {
      this.#evicting = null;
      if (this.#evictAgain) this.#keepBudget();
    });
  }

  #measure(tenantId: string): void {
    const open = this.#open.get(tenantId);
    if (!open) return;
    this.#bytes += open.index.bytes - open.bytes;
    open.bytes = open.index.bytes;
  }

  #forget(tenantId: string): void {
    this.#bytes -= this.#open.get(tenantId)?.bytes ?? 0;
    this.#open.delete(tenantId);
  }

  /** The most recently used index stays, whatever its size: its tenant is being served. */
  async #evict(): Promise<void> {
    this.#evictAgain = false;
    for (const [tenantId, open] of [...this.#open].slice(0, -1)) {
      if (this.#bytes <= this.#options.memoryBudgetBytes) return;
      const left = await this.#leave(tenantId, open);
      if (left) this.#log('info', 'an idle index was dropped from memory', tenantId);
    }
  }

  /** Unless somebody uses it, or what it holds would be lost. */
  async #leave(tenantId: string, { index, files }: OpenIndex): Promise<boolean> {
    if (!index.idle) return false;
    try {
      await index.snapshot();
    } catch (error) {
      this.#log('error', 'a snapshot could not be written, the index stays in memory', tenantId, error);
      return false;
    }
    const unsaved = files !== null && index.dirty;
    if (unsaved || !index.idle || this.#open.get(tenantId)?.index !== index) return false;
    this.#forget(tenantId);
    index.close();
    return true;
  }

  #warn(message: string): void {
    this.#options.log?.({ level: 'warn', message });
  }

  #log(level: EngineEvent['level'], message: string, tenantId: string, error?: unknown): void {
    this.#options.log?.({ level, message, tenantId, ...(error !== undefined && { error }) });
  }
}
