import { Injectable } from '@nestjs/common';
import type { PageRequest } from '../../kernel/paging.ts';
import type { KeyKind, TenantContext } from '../../kernel/tenant-context.ts';
import type { Transaction } from '../../platform/database/index.ts';
import type { ApiKey } from './api-key.ts';

/** What authentication needs of a key. */
export interface KeyRecord {
  id: string;
  kind: KeyKind;
  name: string;
  tenantId: string;
  slug: string;
  allowedOrigins: string[];
  expiresAt: Date | null;
  revokedAt: Date | null;
  /** The public key that took the place of this one. */
  successorKey: string | null;
}

const COLUMNS = 'id, kind, name, last4, allowed_origins, expires_at, last_used_at, created_at, created_by, revoked_at';

@Injectable()
export class KeysRepository {
  async list(tx: Transaction, tenant: TenantContext, page: PageRequest): Promise<{ total: number; rows: ApiKey[] }> {
    const rows = await tx.query<ApiKey>(
      `select ${COLUMNS} from api_keys where tenant_id = $1 order by created_at desc, id limit $2 offset $3`,
      [tenant.tenantId, page.limit, page.offset],
    );
    return { total: await this.#count(tx, tenant, 'true'), rows };
  }

  /** Keys that still open a door. */
  countActive(tx: Transaction, tenant: TenantContext): Promise<number> {
    return this.#count(tx, tenant, 'revoked_at is null and (expires_at is null or expires_at > now())');
  }

  async find(tx: Transaction, tenant: TenantContext, id: string): Promise<ApiKey | undefined> {
    const rows = await tx.query<ApiKey>(`select ${COLUMNS} from api_keys where tenant_id = $1 and id = $2`, [
      tenant.tenantId,
      id,
    ]);
    return rows[0];
  }

  async insert(tx: Transaction, tenant: TenantContext, key: ApiKey, hash: Buffer): Promise<void> {
    await tx.query(
      `insert into api_keys (tenant_id, id, kind, name, hash, last4, allowed_origins, expires_at, created_at,
                             created_by)
       values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10)`,
      [
        tenant.tenantId,
        key.id,
        key.kind,
        key.name,
        hash,
        key.last4,
        key.allowed_origins,
        key.expires_at,
        key.created_at,
        key.created_by,
      ],
    );
  }

  async expireAt(tx: Transaction, tenant: TenantContext, id: string, at: Date): Promise<void> {
    await tx.query('update api_keys set expires_at = least(expires_at, $3) where tenant_id = $1 and id = $2', [
      tenant.tenantId,
      id,
      at,
    ]);
  }

  /** Of the key and of all that led to it: who still has the first of several is told the last. `value` of a public key. */
  async succeed(tx: Transaction, tenant: TenantContext, id: string, next: string, value: string | null): Promise<void> {
    await tx.query(
      `update api_keys set successor_id = $3, successor_key = $4
       where tenant_id = $1 and (id = $2 or successor_id = $2)`,
      [tenant.tenantId, id, next, value],
    );
  }

  async revoke(tx: Transaction, tenant: TenantContext, id: string, at: Date): Promise<void> {
    await tx.query('update api_keys set revoked_at = coalesce(revoked_at, $3) where tenant_id = $1 and id = $2', [
      tenant.tenantId,
      id,
      at,
    ]);
  }

  /** Across tenants, by the hash alone: needs a system transaction. */
  async findByHash(tx: Transaction, hash: Buffer): Promise<KeyRecord | undefined> {
    const rows = await tx.query<KeyRecord>(
      `select k.id, k.kind, k.name, k.tenant_id as "tenantId", t.slug, k.allowed_origins as "allowedOrigins",
              k.expires_at as "expiresAt", k.revoked_at as "revokedAt", k.successor_key as "successorKey"
       from api_keys k join tenants t on t.id = k.tenant_id where k.hash = $1`,
      [hash],
    );
    return rows[0];
  }

  /** Needs a system transaction. */
  async touch(tx: Transaction, uses: { id: string; tenantId: string; at: Date }[]): Promise<void> {
    await tx.query(
      `update api_keys k set last_used_at = greatest(k.last_used_at, u.at)
       from unnest($1::uuid[], $2::uuid[], $3::timestamptz[]) as u(tenant_id, id, at)
       where k.tenant_id = u.tenant_id and k.id = u.id`,
      [uses.map((use) => use.tenantId), uses.map((use) => use.id), uses.map((use) => use.at)],
    );
  }

  async #count(tx: Transaction, tenant: TenantContext, condition: string): Promise<number> {
    const [row] = await tx.query<{ count: number }>(
      `select count(*)::int as count from api_keys where tenant_id = $1 and ${condition}`,
      [tenant.tenantId],
    );
    return row?.count ?? 0;
  }
}
