import { Injectable } from '@nestjs/common';
import type { ChangeBatch } from '../../engine/port/index.ts';
import type { TenantContext } from '../../kernel/tenant-context.ts';
import { Database } from '../../platform/database/index.ts';
import { ItemsRepository, type FeedPosition, type FeedRow } from '../items/index.ts';

/** Rows a read: some megabytes of documents. */
const PAGE = 1000;

/** Reads a catalogue's changes as batches that an index can apply. */
@Injectable()
export class CatalogFeed {
  constructor(
    private readonly database: Database,
    private readonly items: ItemsRepository,
  ) {}

  /** The catalogue's version, and up to where tombstones are gone. */
  head(tenant: TenantContext): Promise<{ version: number; purged: number }> {
    return this.database.tenant(tenant, (tx) => this.items.version(tx, tenant));
  }

  /** Versions of several catalogues in one question. */
  heads(tenantIds: readonly string[]): Promise<Map<string, number>> {
    return this.database.system((tx) => this.items.versions(tx, tenantIds));
  }

  /**
   * Everything after `version` up to `head`. A batch never ends inside a version: an index counts a version as applied, so
   * the rest of it would be lost.
   */
  async *batches(tenant: TenantContext, version: number, head: number): AsyncIterable<ChangeBatch> {
    // Ids are never empty: this is before all of the next version.
    let after: FeedPosition = { version: version + 1, id: '' };
    let pending: FeedRow[] = [];
    for (;;) {
      const from = after;
      const page = await this.database.tenant(tenant, (tx) => this.items.feed(tx, tenant, from, PAGE));
      pending.push(...page);
      const last = page.at(-1);
      if (!last || page.length < PAGE) break;
      after = { version: last.version, id: last.change.id };
      const complete = pending.filter((row) => row.version < last.version);
      if (complete.length > 0) yield { version: last.version - 1, changes: complete.map((row) => row.change) };
      pending = pending.filter((row) => row.version === last.version);
    }
    const end = Math.max(head, pending.at(-1)?.version ?? 0);
    yield { version: end, changes: pending.map((row) => row.change) };
  }
}
