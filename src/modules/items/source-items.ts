import { Injectable } from '@nestjs/common';
import type { TenantContext } from '../../kernel/tenant-context.ts';
import type { Transaction } from '../../platform/database/index.ts';

/** A query that lists ids, its parameters numbered from $3. */
export interface IdQuery {
  text: string;
  values: readonly unknown[];
}

/** What of one source is in the catalogue, for who keeps a source true; writing is the catalogue writer's alone. */
@Injectable()
export class SourceItems {
  /** Writes of the tenant wait until the end of the transaction: what is read here is still true when it is deleted. */
  async lockCatalogue(tx: Transaction, tenant: TenantContext): Promise<void> {
    await tx.query('select 1 from catalogs where tenant_id = $1 for update', [tenant.tenantId]);
  }

  /** Of the catalogue, as committed now. */
  async version(tx: Transaction, tenant: TenantContext): Promise<number> {
    const [row] = await tx.query<{ version: string }>('select version from catalogs where tenant_id = $1', [
      tenant.tenantId,
    ]);
    return Number(row?.version ?? 0);
  }

  async count(tx: Transaction, tenant: TenantContext, source: string): Promise<number> {
    const [row] = await tx.query<{ count: number }>(
      'select count(*)::int as count from items where tenant_id = $1 and source = $2 and document is not null',
      [tenant.tenantId, source],
    );
    return row?.count ?? 0;
  }

  /** Items of the source that `listed` does not list. */
  async missing(tx: Transaction, tenant: TenantContext, source: string, listed: IdQuery): Promise<string[]> {
    // 50,000 long ids must fit into the hash, or they would be compared one by one.
    await tx.query(`select set_config('work_mem', '64MB', true)`);
    const rows = await tx.query<{ id: string }>(
      `select i.id from items i
       where i.tenant_id = $1 and i.source = $2 and i.document is not null and i.id not in (${listed.text})`,
      [tenant.tenantId, source, ...listed.values],
    );
    return rows.map(({ id }) => id);
  }

  /** Those of `ids` that still belong to the source. */
  async present(tx: Transaction, tenant: TenantContext, source: string, ids: readonly string[]): Promise<string[]> {
    const rows = await tx.query<{ id: string }>(
      'select id from items where tenant_id = $1 and source = $2 and document is not null and id = any($3)',
      [tenant.tenantId, source, ids],
    );
    return rows.map(({ id }) => id);
  }

  /** True when all of `ids` belong to the source and none has changed since the version. */
  async untouched(
    tx: Transaction,
    tenant: TenantContext,
    source: string,
    ids: readonly string[],
    version: number,
  ): Promise<boolean> {
    const [row] = await tx.query<{ count: number }>(
      `select count(*)::int as count from items
       where tenant_id = $1 and source = $2 and document is not null and version <= $4 and id = any($3)`,
      [tenant.tenantId, source, ids, version],
    );
    return row?.count === new Set(ids).size;
  }
}
