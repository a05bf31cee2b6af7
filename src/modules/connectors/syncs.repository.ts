import { Injectable } from '@nestjs/common';
import type { PageRequest } from '../../kernel/paging.ts';
import { tenantContext, type TenantContext } from '../../kernel/tenant-context.ts';
import type { Transaction } from '../../platform/database/index.ts';
import type { ListingState } from './listing/listing.ts';
import {
  MAX_SYNC_ERRORS,
  type ClaimedSync,
  type Sync,
  type SyncCounts,
  type SyncError,
  type SyncTrigger,
} from './sync.ts';

const COLUMNS =
  'id, connector_id, trigger, status, queued_at, started_at, finished_at, pages, items, created, updated, unchanged, ' +
  'removed, held_removals, failed, truncated, next_sync_at, errors';

/** Syncs of a connector that are kept; older ones go when a new one ends. */
const HISTORY = 100;

interface ClaimRow {
  tenant_id: string;
  slug: string;
  id: string;
  connector_id: string;
  trigger: SyncTrigger;
  fence: number;
  listing: ListingState | null;
}

export interface Claim {
  tenant: TenantContext;
  sync: ClaimedSync;
}

export interface Progress extends SyncCounts {
  listing: ListingState;
  errors: readonly SyncError[];
}

export type Ending = Pick<
  Sync,
  'status' | 'finished_at' | 'next_sync_at' | 'removed' | 'held_removals' | 'truncated'
> & { errors: readonly SyncError[]; held_ids: string[] | null };

/** Errors are kept up to their bound, the first ones first. */
const APPENDED = `(
  select coalesce(jsonb_agg(e order by n), '[]') from (
    select e, n from jsonb_array_elements(errors || $ERRORS::jsonb) with ordinality as t(e, n) order by n limit ${MAX_SYNC_ERRORS}
  ) as kept)`;

@Injectable()
export class SyncsRepository {
  /** Null when one of this connector is queued or running. */
  async enqueue(
    tx: Transaction,
    tenantId: string,
    sync: Pick<Sync, 'id' | 'connector_id' | 'trigger' | 'queued_at'>,
  ): Promise<Sync | null> {
    const [row] = await tx.query<Sync>(
      `insert into connector_syncs (tenant_id, id, connector_id, trigger, status, queued_at)
       values ($1, $2, $3, $4, 'queued', $5)
       on conflict (tenant_id, connector_id) where status in ('queued', 'running') do nothing
       returning ${COLUMNS}`,
      [tenantId, sync.id, sync.connector_id, sync.trigger, sync.queued_at],
    );
    return row ?? null;
  }

  async list(tx: Transaction, tenant: TenantContext, connectorId: string, page: PageRequest) {
    const parameters = [tenant.tenantId, connectorId];
    const [count] = await tx.query<{ total: number }>(
      'select count(*)::int as total from connector_syncs where tenant_id = $1 and connector_id = $2',
      parameters,
    );
    const rows = await tx.query<Sync>(
      `select ${COLUMNS} from connector_syncs where tenant_id = $1 and connector_id = $2 order by id desc limit $3 offset $4`,
      [...parameters, page.limit, page.offset],
    );
    return { total: count?.total ?? 0, rows };
  }

  async find(tx: Transaction, tenant: TenantContext, connectorId: string, id: string): Promise<Sync | undefined> {
    const [row] = await tx.query<Sync>(
      `select ${COLUMNS} from connector_syncs where tenant_id = $1 and connector_id = $2 and id = $3`,
      [tenant.tenantId, connectorId, id],
    );
    return row;
  }

  /** Items that the merchant says there are, while the sync runs; null when it does not say. */
  async expected(tx: Transaction, tenant: TenantContext, id: string): Promise<number | null> {
    const [row] = await tx.query<{ total: number | null }>(
      `select (listing->>'total')::float8 as total from connector_syncs where tenant_id = $1 and id = $2`,
      [tenant.tenantId, id],
    );
    return row?.total ?? null;
  }

  async latest(tx: Transaction, tenant: TenantContext, connectorIds: readonly string[]): Promise<Map<string, Sync>> {
    const rows = await tx.query<Sync>(
      `select distinct on (connector_id) ${COLUMNS} from connector_syncs
       where tenant_id = $1 and connector_id = any($2) order by connector_id, id desc`,
      [tenant.tenantId, connectorIds],
    );
    return new Map(rows.map((row) => [row.connector_id, row]));
  }

  /**
   * Takes one sync to work on: a queued one, or one whose process has gone. One a tenant at a time, the longest waiting
   * first; with `only` that one or none. Needs a system transaction.
   */
  async claim(tx: Transaction, owner: string, leaseSeconds: number, only: string | null): Promise<Claim | null> {
    const [row] = await tx.query<ClaimRow>(
      `with next as (
         select s.tenant_id, s.id from connector_syncs s
         where ((s.status = 'queued' and not exists (
                   select 1 from connector_syncs r where r.tenant_id = s.tenant_id and r.status = 'running'))
                or (s.status = 'running' and s.lease_until < clock_timestamp()))
           and ($3::uuid is null or s.id = $3)
         order by s.status desc, s.queued_at, s.id limit 1 for update skip locked)
       update connector_syncs s set status = 'running', started_at = coalesce(s.started_at, now()), lease_owner = $1,
         lease_until = clock_timestamp() + make_interval(secs => $2), fence = s.fence + 1
       from next, tenants t
       where s.tenant_id = next.tenant_id and s.id = next.id and t.id = s.tenant_id
       returning s.tenant_id, t.slug, s.id, s.connector_id, s.trigger, s.fence, s.listing`,
      [owner, leaseSeconds, only],
    );
    if (!row) return null;
    const { id, connector_id: connectorId, trigger, fence, listing } = row;
    return { tenant: tenantContext(row.tenant_id, row.slug), sync: { id, connectorId, trigger, fence, listing } };
  }

  /** False when another process has taken over or the sync is gone: nothing more may be written. */
  async holds(tx: Transaction, tenant: TenantContext, { id, fence }: ClaimedSync): Promise<boolean> {
    const rows = await tx.query(
      `select 1 from connector_syncs where tenant_id = $1 and id = $2 and fence = $3 and status = 'running' for update`,
      [tenant.tenantId, id, fence],
    );
    return rows.length > 0;
  }

  async renew(
    tx: Transaction,
    tenant: TenantContext,
    { id, fence }: ClaimedSync,
    leaseSeconds: number,
  ): Promise<boolean> {
    const rows = await tx.query(
      `update connector_syncs set lease_until = clock_timestamp() + make_interval(secs => $4)
       where tenant_id = $1 and id = $2 and fence = $3 and status = 'running' returning 1`,
      [tenant.tenantId, id, fence, leaseSeconds],
    );
    return rows.length > 0;
  }

  /** For another process to go on with, at once. */
  async giveBack(tx: Transaction, tenant: TenantContext, { id, fence }: ClaimedSync): Promise<void> {
    await tx.query(
      `update connector_syncs set status = 'queued', lease_owner = null, lease_until = null
       where tenant_id = $1 and id = $2 and fence = $3 and status = 'running'`,
      [tenant.tenantId, id, fence],
    );
  }

  /** What a page added. Needs that `holds` was true in this transaction. */
  async advance(tx: Transaction, tenant: TenantContext, id: string, more: Progress): Promise<void> {
    await tx.query(
      `update connector_syncs set pages = pages + $3, items = items + $4, created = created + $5, updated = updated + $6,
         unchanged = unchanged + $7, failed = failed + $8, listing = $9, errors = ${APPENDED.replace('$ERRORS', '$10')}
       where tenant_id = $1 and id = $2`,
      [
        tenant.tenantId,
        id,
        more.pages,
        more.items,
        more.created,
        more.updated,
        more.unchanged,
        more.failed,
        JSON.stringify(more.listing),
        JSON.stringify(more.errors),
      ],
    );
  }

  async finish(tx: Transaction, tenant: TenantContext, id: string, ending: Ending): Promise<void> {
    await tx.query(
      `update connector_syncs set status = $3, finished_at = $4, next_sync_at = $5, removed = $6, held_removals = $7,
         truncated = $8, held_ids = $9, listing = null, lease_owner = null, lease_until = null,
         errors = ${APPENDED.replace('$ERRORS', '$10')}
       where tenant_id = $1 and id = $2`,
      [
        tenant.tenantId,
        id,
        ending.status,
        ending.finished_at,
        ending.next_sync_at,
        ending.removed,
        ending.held_removals,
        ending.truncated,
        ending.held_ids,
        JSON.stringify(ending.errors),
      ],
    );
  }

  async counts(tx: Transaction, tenant: TenantContext, id: string): Promise<SyncCounts & { errors: SyncError[] }> {
    const [row] = await tx.query<SyncCounts & { errors: SyncError[] }>(
      `select pages, items, created, updated, unchanged, failed, errors from connector_syncs where tenant_id = $1 and id = $2`,
      [tenant.tenantId, id],
    );
    return row!;
  }

  /** Locked until the end of the transaction. */
  async heldIds(tx: Transaction, tenant: TenantContext, id: string): Promise<string[] | null> {
    const [row] = await tx.query<{ held_ids: string[] | null }>(
      'select held_ids from connector_syncs where tenant_id = $1 and id = $2 for update',
      [tenant.tenantId, id],
    );
    return row?.held_ids ?? null;
  }

  async approve(tx: Transaction, tenant: TenantContext, id: string, removed: number): Promise<void> {
    await tx.query(
      `update connector_syncs set held_ids = null, held_removals = 0, removed = removed + $3 where tenant_id = $1 and id = $2`,
      [tenant.tenantId, id, removed],
    );
  }

  /** What waits for approval in older syncs is void once a later one has listed the whole catalogue. */
  async voidHeld(tx: Transaction, tenant: TenantContext, connectorId: string, exceptId: string): Promise<void> {
    await tx.query(
      `update connector_syncs set held_ids = null
       where tenant_id = $1 and connector_id = $2 and id <> $3 and held_ids is not null`,
      [tenant.tenantId, connectorId, exceptId],
    );
  }

  /** Items that are listed again do not wait for removal any more. */
  async spareHeld(tx: Transaction, tenant: TenantContext, connectorId: string, ids: readonly string[]): Promise<void> {
    await tx.query(
      `update connector_syncs s set held_ids = kept.ids, held_removals = cardinality(kept.ids)
       from (select h.id, array(select unnest(h.held_ids) except select unnest($3::text[])) as ids from connector_syncs h
             where h.tenant_id = $1 and h.connector_id = $2 and h.held_ids && $3::text[]) as kept
       where s.tenant_id = $1 and s.id = kept.id`,
      [tenant.tenantId, connectorId, ids],
    );
  }

  async trimHistory(tx: Transaction, tenant: TenantContext, connectorId: string): Promise<void> {
    await tx.query(
      `delete from connector_syncs where tenant_id = $1 and connector_id = $2 and finished_at is not null and id in (
         select id from connector_syncs where tenant_id = $1 and connector_id = $2 order by id desc offset $3)`,
      [tenant.tenantId, connectorId, HISTORY],
    );
  }
}
