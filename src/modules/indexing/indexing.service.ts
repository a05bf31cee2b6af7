import { setImmediate as nextTurn } from 'node:timers/promises';
import { Injectable } from '@nestjs/common';
import type { TenantContext } from '../../kernel/tenant-context.ts';
import { Database } from '../../platform/database/index.ts';
import { AuditTrail } from '../audit/index.ts';
import { CatalogWriter, readEntry, type CatalogWrite, type Entry } from '../items/index.ts';
import { pushResult, winners, type PushResult } from './push.ts';

/** Milliseconds of judging documents before others get a turn. By time: one may have 100 bytes or 10 MiB. */
const TURN = 5;

@Injectable()
export class IndexingService {
  constructor(
    private readonly database: Database,
    private readonly writer: CatalogWriter,
    private readonly audit: AuditTrail,
  ) {}

  /** Each document is judged by itself: a bad one never loses the good ones. Searchable here when it resolves. */
  async push(tenant: TenantContext, source: string, documents: readonly unknown[]): Promise<PushResult> {
    const entries = await judge(documents);
    const writes = [...winners(entries)].map((entry) => toWrite(entry, source));
    const outcome = await this.database.tenant(tenant, (tx) => this.writer.write(tx, tenant, writes));
    return pushResult(source, entries, outcome);
  }

  async delete(tenant: TenantContext, id: string): Promise<{ id: string; deleted: boolean; version: number }> {
    // An id with NUL cannot exist, and PostgreSQL would refuse to look for it.
    const writes: CatalogWrite[] = id.includes('\u0000') ? [] : [{ kind: 'delete', id }];
    const { statuses, version } = await this.database.tenant(tenant, (tx) => this.writer.write(tx, tenant, writes));
    return { id, deleted: statuses.get(id) === 'deleted', version };
  }

  async deleteSource(
    tenant: TenantContext,
    source: string,
  ): Promise<{ source: string; deleted: number; version: number }> {
    return this.database.tenant(tenant, async (tx) => {
      const { deleted, version } = await this.writer.deleteSource(tx, tenant, source);
      if (deleted > 0) {
        const changes = { documents: { from: deleted, to: 0 } };
        await this.audit.record(tx, tenant, {
          kind: 'source',
          action: 'delete',
          subjectId: source,
          subject: source,
          changes,
        });
      }
      return { source, deleted, version };
    });
  }

  /** Every process builds its index of the tenant anew from the items. Returns the catalogue's new version. */
  requestRebuild(tenant: TenantContext): Promise<number> {
    return this.database.tenant(tenant, (tx) => this.writer.requireRebuild(tx, tenant));
  }
}

async function judge(documents: readonly unknown[]): Promise<Entry[]> {
  const entries: Entry[] = [];
  let since = performance.now();
  for (const document of documents) {
    entries.push(readEntry(document));
    if (performance.now() - since < TURN) continue;
    await nextTurn();
    since = performance.now();
  }
  return entries;
}

function toWrite(entry: Entry, source: string): CatalogWrite {
  if (entry.kind === 'delete') return { kind: 'delete', id: entry.id };
  if (entry.kind === 'upsert') return { kind: 'upsert', id: entry.id, source, prepared: entry.prepared };
  throw new Error('An invalid entry cannot be written.');
}
