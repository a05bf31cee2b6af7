import { Injectable } from '@nestjs/common';
import type { PageRequest } from '../../kernel/paging.ts';
import type { TenantContext } from '../../kernel/tenant-context.ts';
import type { Transaction } from '../../platform/database/index.ts';
import type { Rule, StoredRule } from './rule.ts';

const COLUMNS =
  'id, name, enabled, priority, conditions, actions, starts_at, ends_at, created_at, version, ' +
  'coalesce(updated_at, created_at) as updated_at, updated_by';
const ORDER = 'priority desc, created_at, id';

@Injectable()
export class RulesRepository {
  /** Until the end of the transaction: the bound on their number is judged on what is really there. */
  async lock(tx: Transaction, tenant: TenantContext): Promise<void> {
    await tx.query('select pg_advisory_xact_lock(hashtextextended($1, 0))', [`rules ${tenant.tenantId}`]);
  }

  async list(
    tx: Transaction,
    tenant: TenantContext,
    page: PageRequest,
  ): Promise<{ total: number; rows: StoredRule[] }> {
    const rows = await tx.query<StoredRule>(
      `select ${COLUMNS} from rules where tenant_id = $1 order by ${ORDER} limit $2 offset $3`,
      [tenant.tenantId, page.limit, page.offset],
    );
    return { total: await this.count(tx, tenant), rows };
  }

  /** All of a tenant; their number is bounded. */
  all(tx: Transaction, tenant: TenantContext): Promise<Rule[]> {
    const text = `select ${COLUMNS} from rules where tenant_id = $1 order by ${ORDER}`;
    return tx.query<Rule>(text, [tenant.tenantId], { prepared: true });
  }

  async count(tx: Transaction, tenant: TenantContext): Promise<number> {
    const [row] = await tx.query<{ count: number }>('select count(*)::int as count from rules where tenant_id = $1', [
      tenant.tenantId,
    ]);
    return row?.count ?? 0;
  }

  async find(tx: Transaction, tenant: TenantContext, id: string): Promise<StoredRule | undefined> {
    const rows = await tx.query<StoredRule>(`select ${COLUMNS} from rules where tenant_id = $1 and id = $2`, [
      tenant.tenantId,
      id,
    ]);
    return rows[0];
  }

  async insert(tx: Transaction, tenant: TenantContext, rule: StoredRule): Promise<void> {
    await tx.query(
      `insert into rules (tenant_id, id, name, enabled, priority, conditions, actions, starts_at, ends_at, created_at,
                          version, updated_at, updated_by)
       values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $13, $10, $11, $12)`,
      [tenant.tenantId, rule.id, ...columns(rule), rule.created_at],
    );
  }

  async update(tx: Transaction, tenant: TenantContext, rule: StoredRule): Promise<void> {
    await tx.query(
      `update rules set name = $3, enabled = $4, priority = $5, conditions = $6, actions = $7, starts_at = $8,
                        ends_at = $9, version = $10, updated_at = $11, updated_by = $12
       where tenant_id = $1 and id = $2`,
      [tenant.tenantId, rule.id, ...columns(rule)],
    );
  }

  async delete(tx: Transaction, tenant: TenantContext, id: string): Promise<void> {
    await tx.query('delete from rules where tenant_id = $1 and id = $2', [tenant.tenantId, id]);
  }
}

function columns(rule: StoredRule): unknown[] {
  return [
    rule.name,
    rule.enabled,
    rule.priority,
    JSON.stringify(rule.conditions),
    JSON.stringify(rule.actions),
    rule.starts_at,
    rule.ends_at,
    rule.version,
    rule.updated_at,
    rule.updated_by,
  ];
}
