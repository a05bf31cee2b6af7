import { Inject, Injectable } from '@nestjs/common';
import { CLOCK, type Clock } from '../../kernel/clock.ts';
import type { TenantContext } from '../../kernel/tenant-context.ts';
import { LeaseLost } from '../../platform/jobs/index.ts';
import { Database, type Transaction } from '../../platform/database/index.ts';
import { CONNECTOR_LIMITS, type Connector } from './connector.ts';
import { ConnectorsRepository, type Schedule } from './connectors.repository.ts';
import type { ListingState } from './listing/listing.ts';
import { PagesRepository } from './pages.repository.ts';
import { Removals, type RemovalOutcome } from './removals.ts';
import { syncError, type ClaimedSync, type SyncCounts, type SyncError, type SyncStatus } from './sync.ts';
import { SyncsRepository } from './syncs.repository.ts';
import { afterFailure, afterInterval } from './timing.ts';

export interface Verdict {
  /** Null: nothing could be listed. */
  listing: ListingState | null;
  errors: SyncError[];
  /** Seconds that the merchant asked us to stay away. */
  retryAfter: number | null;
}

const NO_REMOVALS: RemovalOutcome = { removed: 0, held: null };

/** The end of a sync: what is missing goes, the outcome is told, the next sync is due; all in one transaction. */
@Injectable()
export class SyncEnding {
  constructor(
    private readonly database: Database,
    private readonly syncs: SyncsRepository,
    private readonly connectors: ConnectorsRepository,
    private readonly pages: PagesRepository,
    private readonly removals: Removals,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  /** @throws LeaseLost */
  finish(tenant: TenantContext, sync: ClaimedSync, verdict: Verdict): Promise<void> {
    return this.#holding(tenant, sync, async (tx, connector) => {
      const counts = await this.syncs.counts(tx, tenant, sync.id);
      const { listing } = verdict;
      const proven = isProven(listing);
      const clean = proven && counts.items > 0;
      const removal =
        clean && connector.prune_missing
          ? await this.removals.afterListing(tx, tenant, connector.source, sync.id)
          : NO_REMOVALS;
      const errors = [...verdict.errors, ...(await this.#emptiness(tx, tenant, connector, listing, counts))];
      const status = statusOf(counts, proven && errors.length === 0);
      if (clean) await this.syncs.voidHeld(tx, tenant, connector.id, sync.id);
      await this.pages.forgetOlder(tx, tenant, connector.id, sync.id, clean);
      const reason = errors[0]?.message ?? counts.errors[0]?.message ?? 'no reason is known';
      const schedule = this.#schedule(connector, status, reason, verdict.retryAfter);
      await this.#conclude(tx, tenant, sync, {
        status,
        schedule,
        errors,
        removal,
        truncated: listing?.truncated ?? false,
      });
      await this.syncs.trimHistory(tx, tenant, connector.id);
    });
  }

  /** It was due, but its connector was switched off before it began. */
  skip(tenant: TenantContext, sync: ClaimedSync, reason: string): Promise<void> {
    return this.#holding(tenant, sync, async (tx, connector) => {
      const errors = [syncError('skipped', reason)];
      const schedule = { ...connector, next_sync_at: null };
      await this.#conclude(tx, tenant, sync, {
        status: 'skipped',
        schedule,
        errors,
        removal: NO_REMOVALS,
        truncated: false,
      });
    });
  }

  async #conclude(
    tx: Transaction,
    tenant: TenantContext,
    sync: ClaimedSync,
    end: { status: SyncStatus; schedule: Schedule; errors: SyncError[]; removal: RemovalOutcome; truncated: boolean },
  ): Promise<void> {
    await this.syncs.finish(tx, tenant, sync.id, {
      status: end.status,
      finished_at: new Date(this.clock.now()),
      next_sync_at: end.schedule.next_sync_at,
      removed: end.removal.removed,
      held_removals: end.removal.held?.length ?? 0,
      held_ids: end.removal.held,
      truncated: end.truncated,
      errors: end.errors,
    });
    await this.connectors.setSchedule(tx, tenant, sync.connectorId, end.schedule);
  }

  #holding(
    tenant: TenantContext,
    sync: ClaimedSync,
    write: (tx: Transaction, connector: Connector) => Promise<void>,
  ): Promise<void> {
    return this.database.tenant(tenant, async (tx) => {
      // The connector first, as a change of it takes it before it looks for its sync.
      await this.connectors.lock(tx, tenant);
      const connector = await this.connectors.find(tx, tenant, sync.connectorId);
      if (!connector || !(await this.syncs.holds(tx, tenant, sync))) throw new LeaseLost();
      await write(tx, connector);
    });
  }

  /** An empty listing of a source that has documents is more likely a fault of the shop than the end of it. */
  async #emptiness(
    tx: Transaction,
    tenant: TenantContext,
    connector: Connector,
    listing: ListingState | null,
    counts: SyncCounts,
  ): Promise<SyncError[]> {
    if (!listing?.complete || counts.items > 0) return [];
    if (await this.removals.isEmpty(tx, tenant, connector.source)) return [];
    return [
      syncError(
        'empty_listing',
        'The listing is empty: nothing was removed. To empty the catalogue, delete its source.',
      ),
    ];
  }

  #schedule(connector: Connector, status: SyncStatus, reason: string, retryAfter: number | null): Schedule {
    const now = this.clock.now();
    if (status !== 'failed') {
      const next_sync_at = connector.enabled ? afterInterval(now, connector.interval_minutes) : null;
      return { next_sync_at, failures: 0, paused_at: null, pause_reason: null };
    }
    const failures = connector.failures + 1;
    if (failures < CONNECTOR_LIMITS.failures) {
      const next_sync_at = connector.enabled ? afterFailure(now, failures, retryAfter) : null;
      return { ...connector, next_sync_at, failures };
    }
    return {
      next_sync_at: null,
      failures,
      paused_at: connector.paused_at ?? new Date(now),
      pause_reason: `${failures} syncs in a row failed; the last one: ${reason}`,
    };
  }
}

/** Everything was listed, and it is known what: only then is missing really missing. */
function isProven(listing: ListingState | null): boolean {
  return listing !== null && listing.complete && listing.lost === 0 && listing.unnamed === 0;
}

function statusOf(counts: SyncCounts, proven: boolean): SyncStatus {
  if (counts.pages === 0) return 'failed';
  return proven && counts.failed === 0 ? 'succeeded' : 'partial';
}
