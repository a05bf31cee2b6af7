import { createHmac } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import type { TenantContext } from '../../kernel/tenant-context.ts';
import { Database } from '../../platform/database/index.ts';
import { SignalBus, TenantCache } from '../../platform/events/index.ts';

const HASH_BYTES = 16;

/** Turns a client address into what may be stored: another value every day and for every tenant. */
@Injectable()
export class VisitorHashes {
  readonly #salts: TenantCache<Buffer>;

  constructor(database: Database, bus: SignalBus) {
    this.#salts = new TenantCache({
      bus,
      topics: ['tenant-deleted'],
      load: (tenant) =>
        database.tenant(tenant, async (tx) => {
          const [row] = await tx.query<{ ip_salt: Buffer }>('select ip_salt from tenants where id = $1', [
            tenant.tenantId,
          ]);
          return row?.ip_salt ?? Buffer.alloc(0);
        }),
    });
  }

  async hash(tenant: TenantContext, address: string, at: number): Promise<Buffer> {
    const day = new Date(at).toISOString().slice(0, 10);
    const salt = await this.#salts.get(tenant);
    return createHmac('sha256', salt).update(`${day} ${address}`).digest().subarray(0, HASH_BYTES);
  }
}
