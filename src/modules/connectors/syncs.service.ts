import { Inject, Injectable } from '@nestjs/common';
import { CLOCK, type Clock } from '../../kernel/clock.ts';
import { ApiError, notFound } from '../../kernel/errors.ts';
import { isUuid, newId } from '../../kernel/ids.ts';
import type { Page, PageRequest } from '../../kernel/paging.ts';
import type { TenantContext } from '../../kernel/tenant-context.ts';
import { Database, type Transaction } from '../../platform/database/index.ts';
import { SignalBus } from '../../platform/events/index.ts';
import type { Connector } from './connector.ts';
import { ConnectorsRepository } from './connectors.repository.ts';
import { Removals } from './removals.ts';
import { SYNC_QUEUED } from './sync-runner.ts';
import type { Sync, SyncTrigger } from './sync.ts';
import { SyncsRepository } from './syncs.repository.ts';

@Injectable()
export class SyncsService {
  constructor(
    private readonly database: Database,
    private readonly connectors: ConnectorsRepository,
    private readonly syncs: SyncsRepository,
    private readonly removals: Removals,
    private readonly bus: SignalBus,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  /** Queues a sync by hand. @throws ApiError `sync_already_running` */
  start(tenant: TenantContext, connectorId: string): Promise<Sync> {
    return this.database.tenant(tenant, async (tx) => {
      const connector = await this.#connector(tx, tenant, connectorId);
      await this.connectors.record(tx, tenant, 'sync', connector, connector);
      return this.enqueue(tx, tenant, connectorId, 'manual');
    });
  }

  async enqueue(tx: Transaction, tenant: TenantContext, connectorId: string, trigger: SyncTrigger): Promise<Sync> {
    const sync = { id: newId(), connector_id: connectorId, trigger, queued_at: new Date(this.clock.now()) };
    const queued = await this.syncs.enqueue(tx, tenant.tenantId, sync);
    if (!queued) {
      throw new ApiError('sync_already_running', 'A sync of this connector is queued or running.', { retryAfter: 5 });
    }
    await this.bus.send(tx, SYNC_QUEUED, tenant.tenantId, queued.id);
    return queued;
  }

  list(tenant: TenantContext, connectorId: string, { limit, offset }: PageRequest): Promise<Page<Sync>> {
    return this.database.tenant(tenant, async (tx) => {
      await this.#connector(tx, tenant, connectorId);
      return { ...(await this.syncs.list(tx, tenant, connectorId, { limit, offset })), limit, offset };
    });
  }

  read(tenant: TenantContext, connectorId: string, id: string): Promise<Sync> {
    return this.database.tenant(tenant, async (tx) => {
      await this.#connector(tx, tenant, connectorId);
      return this.#find(tx, tenant, connectorId, id);
    });
  }

  /** Items that the merchant of a running sync says there are; null when it does not say. */
  expected(tenant: TenantContext, id: string): Promise<number | null> {
    return this.database.tenant(tenant, (tx) => this.syncs.expected(tx, tenant, id));
  }

  latest(tx: Transaction, tenant: TenantContext, connectorIds: readonly string[]): Promise<Map<string, Sync>> {
    return this.syncs.latest(tx, tenant, connectorIds);
  }

  /** Removes what the sync held back and no later one has listed again. */
  approveRemovals(tenant: TenantContext, connectorId: string, id: string): Promise<Sync> {
    return this.database.tenant(tenant, async (tx) => {
      await this.connectors.lock(tx, tenant);
      const connector = await this.#connector(tx, tenant, connectorId);
      const sync = await this.#find(tx, tenant, connectorId, id);
      // The catalogue before the held ids, as a page of a running sync takes them.
      await this.removals.lock(tx, tenant);
      const held = await this.syncs.heldIds(tx, tenant, id);
      if (held === null) {
        const why =
          sync.held_removals > 0
            ? 'A later sync has listed the whole catalogue: look at what that one holds.'
            : 'This sync holds no removals.';
        throw new ApiError('conflict', why);
      }
      const removed = await this.removals.approved(tx, tenant, connector.source, held);
      await this.syncs.approve(tx, tenant, id, removed);
      await this.connectors.record(tx, tenant, 'approve_removals', connector, connector);
      return this.#find(tx, tenant, connectorId, id);
    });
  }

  async #connector(tx: Transaction, tenant: TenantContext, id: string): Promise<Connector> {
    const connector = isUuid(id) ? await this.connectors.find(tx, tenant, id) : undefined;
    if (!connector) throw notFound('connector');
    return connector;
  }

  async #find(tx: Transaction, tenant: TenantContext, connectorId: string, id: string): Promise<Sync> {
    const sync = isUuid(id) ? await this.syncs.find(tx, tenant, connectorId, id) : undefined;
    if (!sync) throw notFound('sync');
    return sync;
  }
}
