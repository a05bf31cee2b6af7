import { Injectable } from '@nestjs/common';
import type { TenantContext } from '../../kernel/tenant-context.ts';
import type { Transaction } from '../../platform/database/index.ts';
import type { Edited } from '../../kernel/edited.ts';
import type { TenantSettings } from './settings.ts';

export interface Tenant {
  id: string;
  slug: string;
  name: string;
  created_at: Date;
}

@Injectable()
export class TenantsRepository {
  /** False when the slug is taken. Needs a system transaction, as all methods without a tenant. */
  async insert(tx: Transaction, tenant: Tenant, ipSalt: Buffer): Promise<boolean> {
    const rows = await tx.query(
      `insert into tenants (id, slug, name, ip_salt, created_at) values ($1, $2, $3, $4, $5)
       on conflict (slug) do nothing returning id`,
      [tenant.id, tenant.slug, tenant.name, ipSalt, tenant.created_at],
    );
    if (rows.length === 0) return false;
    await tx.query('insert into tenant_settings (tenant_id) values ($1)', [tenant.id]);
    await tx.query('insert into catalogs (tenant_id) values ($1)', [tenant.id]);
    return true;
  }

  list(tx: Transaction): Promise<Tenant[]> {
    return tx.query<Tenant>('select id, slug, name, created_at from tenants order by slug');
  }

  async findBySlug(tx: Transaction, slug: string): Promise<Tenant | undefined> {
    const rows = await tx.query<Tenant>('select id, slug, name, created_at from tenants where slug = $1', [slug]);
    return rows[0];
  }

  async delete(tx: Transaction, id: string): Promise<void> {
    // In the order of a push, which locks the catalogue and then, for the foreign key of its items, the tenant.
    await tx.query('select 1 from catalogs where tenant_id = $1 for update', [id]);
    await tx.query('delete from tenants where id = $1', [id]);
  }

  async settings(tx: Transaction, tenant: TenantContext): Promise<Partial<TenantSettings>> {
    const [row] = await tx.query<{ overrides: Partial<TenantSettings> }>(
      'select overrides from tenant_settings where tenant_id = $1',
      [tenant.tenantId],
      { prepared: true },
    );
    return row?.overrides ?? {};
  }

  /** What differs from the defaults, and its last change; `lock`: until the end of the transaction. */
  async storedSettings(
    tx: Transaction,
    tenant: TenantContext,
    lock?: 'lock',
  ): Promise<{ overrides: Partial<TenantSettings>; edited: Edited }> {
    const [row] = await tx.query<Edited & { overrides: Partial<TenantSettings> }>(
      `select overrides, version, updated_at, updated_by from tenant_settings where tenant_id = $1
       ${lock ? 'for update' : ''}`,
      [tenant.tenantId],
    );
    const { overrides, ...edited } = row!;
    return { overrides, edited };
  }

  async mergeSettings(
    tx: Transaction,
    tenant: TenantContext,
    patch: Partial<TenantSettings>,
    { version, updated_at, updated_by }: Edited,
  ): Promise<void> {
    await tx.query(
      `update tenant_settings set overrides = overrides || $2::jsonb, version = $3, updated_at = $4, updated_by = $5
       where tenant_id = $1`,
      [tenant.tenantId, JSON.stringify(patch), version, updated_at, updated_by],
    );
  }
}
