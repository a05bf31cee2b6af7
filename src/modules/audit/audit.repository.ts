import { Injectable } from '@nestjs/common';
import type { PageRequest } from '../../kernel/paging.ts';
import type { TenantContext } from '../../kernel/tenant-context.ts';
import type { Transaction } from '../../platform/database/index.ts';
import type { AuditEntry, AuditKind } from './audit.ts';

export interface AuditFilter {
  kind?: AuditKind | undefined;
  subjectId?: string | undefined;
  actor?: string | undefined;
  from?: Date | undefined;
  to?: Date | undefined;
}

const COLUMNS = 'id, at, actor_kind, actor_id, actor, kind, action, subject_id, subject, changes';

@Injectable()
export class AuditRepository {
  async insert(tx: Transaction, tenant: TenantContext, entry: AuditEntry): Promise<void> {
    await tx.query(
      `insert into audit_log (tenant_id, ${COLUMNS}) values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11)`,
      [
        tenant.tenantId,
        entry.id,
        entry.at,
        entry.actor_kind,
        entry.actor_id,
        entry.actor,
        entry.kind,
        entry.action,
        entry.subject_id,
        entry.subject,
        JSON.stringify(entry.changes),
      ],
    );
  }

  /** Newest first. */
  async list(
    tx: Transaction,
    tenant: TenantContext,
    filter: AuditFilter,
    page: PageRequest,
  ): Promise<{ total: number; rows: AuditEntry[] }> {
    const where = `tenant_id = $1 and ($2::text is null or kind = $2) and ($3::text is null or subject_id = $3)
      and ($4::text is null or actor = $4) and ($5::timestamptz is null or at >= $5) and ($6::timestamptz is null or at < $6)`;
    const { kind = null, subjectId = null, actor = null, from = null, to = null } = filter;
    const values = [tenant.tenantId, kind, subjectId, actor, from, to];
    const [count] = await tx.query<{ total: number }>(
      `select count(*)::int as total from audit_log where ${where}`,
      values,
    );
    const rows = await tx.query<AuditEntry>(
      `select ${COLUMNS} from audit_log where ${where} order by at desc, id desc limit $7 offset $8`,
      [...values, page.limit, page.offset],
    );
    return { total: count?.total ?? 0, rows };
  }

  /** Needs a system transaction. How many went. */
  async deleteBefore(tx: Transaction, at: Date, most: number): Promise<number> {
    const rows = await tx.query(
      `delete from audit_log where ctid = any(array(select ctid from audit_log where at < $1 limit $2)) returning 1`,
      [at, most],
    );
    return rows.length;
  }
}
