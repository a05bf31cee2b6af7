import { Injectable } from '@nestjs/common';
import type { ChangeBatch } from '../../engine/port/index.ts';
import type { TenantContext } from '../../kernel/tenant-context.ts';
import type { Transaction } from '../../platform/database/index.ts';
import { SignalBus } from '../../platform/events/index.ts';
import type { CatalogWrite, WriteOutcome, WriteStatus } from './item.ts';
import { ItemsRepository, type ItemState } from './items.repository.ts';

/** Called after the commit and awaited before the writer's caller goes on. Without `batch` the feed has the changes. */
export type CommitListener = (tenant: TenantContext, version: number, batch: ChangeBatch | null) => Promise<void>;

/** Items that one statement deletes: some 100 ms of work. */
const CHUNK = 5_000;

/** The only way to change items: takes the tenant's next version, tells the other processes, and this one first. */
@Injectable()
export class CatalogWriter {
  readonly #listeners: CommitListener[] = [];
  readonly #readers: ((tenant: TenantContext, version: number) => Promise<void>)[] = [];

  constructor(
    private readonly items: ItemsRepository,
    private readonly bus: SignalBus,
  ) {}

  onCommit(listener: CommitListener): void {
    this.#listeners.push(listener);
  }

  /** Called when a write found everything as it asked for, with the version at which it is so. */
  onConfirm(listener: (tenant: TenantContext, version: number) => Promise<void>): void {
    this.#readers.push(listener);
  }

  /** Each id at most once. What is as it was takes no version and no lock. */
  async write(tx: Transaction, tenant: TenantContext, writes: readonly CatalogWrite[]): Promise<WriteOutcome> {
    const ids = writes.map((write) => write.id);
    const first = judge(writes, await this.items.states(tx, tenant, ids));
    if (!hasEffect(first)) return { statuses: first, version: await this.#asItIs(tx, tenant) };
    await this.items.lock(tx, tenant);
    // What was seen before the lock may have changed while we waited for it.
    const statuses = judge(writes, await this.items.states(tx, tenant, ids));
    if (!hasEffect(statuses)) return { statuses, version: await this.#asItIs(tx, tenant) };
    const version = await this.items.nextVersion(tx, tenant);
    const changed = writes.filter(({ id }) => isEffect(statuses.get(id)!));
    const upserts = changed.filter((write) => write.kind === 'upsert');
    const deletes = changed.filter((write) => write.kind === 'delete');
    if (upserts.length > 0) await this.items.upsert(tx, tenant, upserts, version);
    if (deletes.length > 0)
      await this.items.markDeleted(
        tx,
        tenant,
        deletes.map(({ id }) => id),
        version,
      );
    const batch: ChangeBatch = {
      version,
      changes: changed.map((write) =>
        write.kind === 'delete'
          ? { kind: 'delete', id: write.id }
          : { kind: 'upsert', id: write.id, document: write.prepared.document, json: write.prepared.json },
      ),
    };
    await this.#announce(tx, tenant, version, batch);
    return { statuses, version };
  }

  /** In chunks with a version each: no statement and no batch of the feed grows with the source. */
  async deleteSource(
    tx: Transaction,
    tenant: TenantContext,
    source: string,
  ): Promise<{ deleted: number; version: number }> {
    if (await this.items.hasSource(tx, tenant, source)) await this.items.lock(tx, tenant);
    let { version } = await this.items.version(tx, tenant);
    let deleted = 0;
    while (await this.items.hasSource(tx, tenant, source)) {
      version = await this.items.nextVersion(tx, tenant);
      deleted += await this.items.markSourceDeleted(tx, tenant, source, version, CHUNK);
    }
    if (deleted > 0) await this.#announce(tx, tenant, version, null);
    else this.#confirm(tx, tenant, version);
    return { deleted, version };
  }

  /** Every process builds its index of the tenant anew, now or when it loads it next. */
  async requireRebuild(tx: Transaction, tenant: TenantContext): Promise<number> {
    const version = await this.items.requireRebuild(tx, tenant);
    await this.#announce(tx, tenant, version, null);
    return version;
  }

  /** Nothing to write, but the caller is told a version: a search here must know it too, wherever it was made. */
  async #asItIs(tx: Transaction, tenant: TenantContext): Promise<number> {
    const { version } = await this.items.version(tx, tenant);
    this.#confirm(tx, tenant, version);
    return version;
  }

  #confirm(tx: Transaction, tenant: TenantContext, version: number): void {
    for (const listener of this.#readers) tx.afterCommit(() => listener(tenant, version));
  }

  /** This process first: when the others hear of the version, ours already has it. */
  async #announce(tx: Transaction, tenant: TenantContext, version: number, batch: ChangeBatch | null): Promise<void> {
    for (const listener of this.#listeners) tx.afterCommit(() => listener(tenant, version, batch));
    await this.bus.send(tx, 'catalog', tenant.tenantId, String(version));
  }
}

function isEffect(status: WriteStatus): boolean {
  return status === 'created' || status === 'updated' || status === 'deleted';
}

function hasEffect(statuses: ReadonlyMap<string, WriteStatus>): boolean {
  return [...statuses.values()].some(isEffect);
}

function judge(writes: readonly CatalogWrite[], states: ReadonlyMap<string, ItemState>): Map<string, WriteStatus> {
  return new Map(writes.map((write) => [write.id, judgeOne(write, states.get(write.id))]));
}

function judgeOne(write: CatalogWrite, state: ItemState | undefined): WriteStatus {
  if (write.kind === 'delete') return state ? 'deleted' : 'absent';
  if (!state) return 'created';
  return state.source === write.source && state.hash?.equals(write.prepared.hash) ? 'unchanged' : 'updated';
}
