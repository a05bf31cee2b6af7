import { Injectable } from '@nestjs/common';
import type { PageRequest } from '../../kernel/paging.ts';
import type { TenantContext } from '../../kernel/tenant-context.ts';
import type { Transaction } from '../../platform/database/index.ts';
import { AuditTrail, changesOf } from '../audit/index.ts';
import { DEFAULT_CONFIG, type Connector } from './connector.ts';

const COLUMNS =
  'id, name, source, enabled, interval_minutes, prune_missing, config, auth_type, auth_sealed, next_sync_at, failures, ' +
  'paused_at, pause_reason, created_at, updated_at, version, updated_by';

/** A connector that is due, of any tenant. */
export interface DueConnector {
  tenant_id: string;
  id: string;
  interval_minutes: number;
  failures: number;
}

/** What was stored before a field of the configuration existed has its default. */
const complete = (row: Connector): Connector => ({ ...row, config: { ...DEFAULT_CONFIG, ...row.config } });

@Injectable()
export class ConnectorsRepository {
  constructor(private readonly audit: AuditTrail) {}

  /** In the transaction of the change, for the log of who made it. */
  async record(
    tx: Transaction,
    tenant: TenantContext,
    action: string,
    before: Connector | null,
    after: Connector | null,
  ) {
    const { id, name } = (after ?? before)!;
    const changes = changesOf(before && told(before), after && told(after));
    // What was sealed is not told, that it was is.
    if (before && after && before.auth_sealed !== after.auth_sealed) changes.auth = {};
    await this.audit.record(tx, tenant, { kind: 'connector', action, subjectId: id, subject: name, changes });
  }

  /** Until the end of the transaction: bounds and names are judged on what is really there. */
  async lock(tx: Transaction, tenant: TenantContext): Promise<void> {
    await tx.query('select pg_advisory_xact_lock(hashtextextended($1, 0))', [`connectors ${tenant.tenantId}`]);
  }

  async list(tx: Transaction, tenant: TenantContext, page: PageRequest): Promise<{ total: number; rows: Connector[] }> {
    const rows = await tx.query<Connector>(
      `select ${COLUMNS} from connectors where tenant_id = $1 order by created_at desc, id desc limit $2 offset $3`,
      [tenant.tenantId, page.limit, page.offset],
    );
    return { total: await this.count(tx, tenant), rows: rows.map(complete) };
  }

  async count(tx: Transaction, tenant: TenantContext): Promise<number> {
    const [row] = await tx.query<{ count: number }>(
      'select count(*)::int as count from connectors where tenant_id = $1',
      [tenant.tenantId],
    );
    return row?.count ?? 0;
  }

  async find(tx: Transaction, tenant: TenantContext, id: string): Promise<Connector | undefined> {
    const [row] = await tx.query<Connector>(`select ${COLUMNS} from connectors where tenant_id = $1 and id = $2`, [
      tenant.tenantId,
      id,
    ]);
    return row && complete(row);
  }

  async sources(tx: Transaction, tenant: TenantContext): Promise<Map<string, string>> {
    const rows = await tx.query<{ id: string; source: string }>(
      'select id, source from connectors where tenant_id = $1',
      [tenant.tenantId],
    );
    return new Map(rows.map(({ id, source }) => [source, id]));
  }

  async insert(tx: Transaction, tenant: TenantContext, connector: Connector): Promise<void> {
    await tx.query(
      `insert into connectors (tenant_id, ${COLUMNS})
       values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16, $17, $18)`,
      [tenant.tenantId, connector.id, ...values(connector), connector.created_at, ...edited(connector)],
    );
  }

  async update(tx: Transaction, tenant: TenantContext, connector: Connector): Promise<void> {
    await tx.query(
      `update connectors set name = $3, source = $4, enabled = $5, interval_minutes = $6, prune_missing = $7, config = $8,
         auth_type = $9, auth_sealed = $10, next_sync_at = $11, failures = $12, paused_at = $13, pause_reason = $14,
         updated_at = $15, version = $16, updated_by = $17
       where tenant_id = $1 and id = $2`,
      [tenant.tenantId, connector.id, ...values(connector), ...edited(connector)],
    );
  }

  /** Only what a sync decides, so that a change of the configuration in the meantime stays. */
  async setSchedule(tx: Transaction, tenant: TenantContext, id: string, next: Schedule): Promise<void> {
    await tx.query(
      `update connectors set next_sync_at = $3, failures = $4, paused_at = $5, pause_reason = $6
       where tenant_id = $1 and id = $2`,
      [tenant.tenantId, id, next.next_sync_at, next.failures, next.paused_at, next.pause_reason],
    );
  }

  async reseal(tx: Transaction, tenant: TenantContext, id: string, before: string, sealed: string): Promise<void> {
    await tx.query('update connectors set auth_sealed = $4 where tenant_id = $1 and id = $2 and auth_sealed = $3', [
      tenant.tenantId,
      id,
      before,
      sealed,
    ]);
  }

  async delete(tx: Transaction, tenant: TenantContext, id: string): Promise<void> {
    await tx.query('delete from connectors where tenant_id = $1 and id = $2', [tenant.tenantId, id]);
  }

  /** Without one that is being synced. Needs a system transaction; locked against another process that schedules. */
  due(tx: Transaction, now: Date, limit: number): Promise<DueConnector[]> {
    return tx.query<DueConnector>(
      `select tenant_id, id, interval_minutes, failures from connectors
       where enabled and paused_at is null and next_sync_at <= $1 and not exists (
         select 1 from connector_syncs s where s.tenant_id = connectors.tenant_id and s.connector_id = connectors.id
           and s.status in ('queued', 'running'))
       order by next_sync_at limit $2 for update skip locked`,
      [now, limit],
    );
  }

  /** Needs a system transaction. */
  async postpone(tx: Transaction, { tenant_id, id }: DueConnector, nextSyncAt: Date): Promise<void> {
    await tx.query('update connectors set next_sync_at = $3 where tenant_id = $1 and id = $2', [
      tenant_id,
      id,
      nextSyncAt,
    ]);
  }
}

const edited = ({ updated_at, version, updated_by }: Connector): unknown[] => [updated_at, version, updated_by];

export type Schedule = Pick<Connector, 'next_sync_at' | 'failures' | 'paused_at' | 'pause_reason'>;

function values(connector: Connector): unknown[] {
  const { name, source, enabled, interval_minutes, prune_missing, config, auth_type, auth_sealed } = connector;
  const { next_sync_at, failures, paused_at, pause_reason } = connector;
  return [
    name,
    source,
    enabled,
    interval_minutes,
    prune_missing,
    JSON.stringify(config),
    auth_type,
    auth_sealed,
    next_sync_at,
    failures,
    paused_at,
    pause_reason,
  ];
}

/** What a person decides, without the credentials. */
function told({ name, source, enabled, interval_minutes, prune_missing, auth_type, config }: Connector): object {
  return { name, source, enabled, interval_minutes, prune_missing, auth_type, ...config };
}
