import { createHash } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import type { TenantContext } from '../../kernel/tenant-context.ts';
import type { Transaction } from '../../platform/database/index.ts';
import type { IdQuery } from '../items/index.ts';
import type { Validators } from '../../platform/outbound/index.ts';
import type { PageOutcome } from './listing/listing.ts';

export interface StoredPage extends Validators {
  outcome: PageOutcome;
  /** The catalogue's version when the page was stored. */
  version: number;
}

interface PageKey {
  connectorId: string;
  syncId: string;
  number: number;
  url: string;
  fingerprint: Buffer;
}

interface PageRow {
  outcome: Omit<PageOutcome, 'ids'> & { digest?: string | null };
  item_ids: string[];
  etag: string | null;
  last_modified: string | null;
  version: string;
}

const hashOf = (url: string): Buffer => createHash('sha256').update(url).digest();

/** What was listed, a row a page: cheap to write, and enough to tell what is missing. */
@Injectable()
export class PagesRepository {
  async store(tx: Transaction, tenant: TenantContext, key: PageKey, page: StoredPage): Promise<void> {
    const { ids, ...outcome } = page.outcome;
    await tx.query(
      `insert into connector_pages (tenant_id, connector_id, sync_id, number, url_hash, fingerprint, item_ids, outcome, etag,
         last_modified, version)
       values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11)
       on conflict (tenant_id, connector_id, sync_id, number) do update set url_hash = excluded.url_hash,
         fingerprint = excluded.fingerprint, item_ids = excluded.item_ids, outcome = excluded.outcome, etag = excluded.etag,
         last_modified = excluded.last_modified, version = excluded.version`,
      [
        tenant.tenantId,
        key.connectorId,
        key.syncId,
        key.number,
        hashOf(key.url),
        key.fingerprint,
        ids,
        JSON.stringify({ ...outcome, digest: page.digest }),
        page.etag,
        page.lastModified,
        page.version,
      ],
    );
  }

  /** The ids that all pages of a sync have listed. */
  listedBy({ tenantId }: TenantContext, syncId: string): IdQuery {
    return {
      text: 'select unnest(p.item_ids) from connector_pages p where p.tenant_id = $3 and p.sync_id = $4',
      values: [tenantId, syncId],
    };
  }

  /** The page as an earlier sync with the same configuration has read it. */
  async findEarlier(tx: Transaction, tenant: TenantContext, key: PageKey): Promise<StoredPage | undefined> {
    const [row] = await tx.query<PageRow>(
      `select outcome, item_ids, etag, last_modified, version from connector_pages
       where tenant_id = $1 and connector_id = $2 and url_hash = $3 and fingerprint = $4 and sync_id <> $5
       order by sync_id desc limit 1`,
      [tenant.tenantId, key.connectorId, hashOf(key.url), key.fingerprint, key.syncId],
    );
    if (!row) return undefined;
    const { digest = null, ...outcome } = row.outcome;
    return {
      outcome: { ...outcome, ids: row.item_ids },
      digest,
      etag: row.etag,
      lastModified: row.last_modified,
      version: Number(row.version),
    };
  }

  /** Pages of older syncs: all once a later one has listed everything, else those that it has read anew. */
  async forgetOlder(
    tx: Transaction,
    tenant: TenantContext,
    connectorId: string,
    syncId: string,
    all: boolean,
  ): Promise<void> {
    await tx.query(
      `delete from connector_pages p where p.tenant_id = $1 and p.connector_id = $2 and p.sync_id <> $3 and ($4 or exists (
         select 1 from connector_pages c where c.tenant_id = $1 and c.sync_id = $3 and c.url_hash = p.url_hash))`,
      [tenant.tenantId, connectorId, syncId, all],
    );
  }
}
