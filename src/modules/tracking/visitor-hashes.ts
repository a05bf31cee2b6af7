import { createHmac, createSecretKey, randomBytes, type KeyObject } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { LRUCache } from 'lru-cache';
import type { TenantContext } from '../../kernel/tenant-context.ts';
import { Database } from '../../platform/database/index.ts';
import { SignalBus, TenantCache } from '../../platform/events/index.ts';

const HASH_BYTES = 16;
const DAY = 86_400_000;

/** Turns a client address into what may be stored: another value every day and for every tenant. */
@Injectable()
export class VisitorHashes {
  /** An HMAC costs a tenth of a request, and a shopper sends several events. In memory only, like the connection itself. */
  readonly #recent = new LRUCache<string, Buffer>({ max: 5_000, ttl: 15 * 60_000 });
  readonly #salts: TenantCache<KeyObject>;

  constructor(database: Database, bus: SignalBus) {
    this.#salts = new TenantCache({
      bus,
      topics: ['tenant-deleted'],
      load: (tenant) =>
        database.tenant(tenant, async (tx) => {
          const [row] = await tx.query<{ ip_salt: Buffer }>('select ip_salt from tenants where id = $1', [
            tenant.tenantId,
          ]);
          // A tenant that is being deleted has none: nobody can tell then what was hashed.
          return createSecretKey(row?.ip_salt ?? randomBytes(32));
        }),
    });
  }

  /** When it was made lately. */
  peek(tenant: TenantContext, address: string, at: number): Buffer | undefined {
    return this.#recent.get(nameOf(tenant, address, at));
  }

  async hash(tenant: TenantContext, address: string, at: number): Promise<Buffer> {
    const day = new Date(at).toISOString().slice(0, 10);
    const salt = await this.#salts.get(tenant);
    const hash = createHmac('sha256', salt).update(`${day} ${address}`).digest().subarray(0, HASH_BYTES);
    this.#recent.set(nameOf(tenant, address, at), hash);
    return hash;
  }
}

const nameOf = ({ tenantId }: TenantContext, address: string, at: number): string =>
  `${tenantId} ${Math.floor(at / DAY)} ${address}`;
