import { setImmediate as nextTurn } from 'node:timers/promises';
import { Injectable } from '@nestjs/common';
import type { CatalogDocument, Change, ChangeBatch } from '../../engine/port/index.ts';
import type { TenantContext } from '../../kernel/tenant-context.ts';
import { Database, type Transaction } from '../../platform/database/index.ts';
import { ItemsRepository, type FeedPosition, type FeedRow } from './items.repository.ts';

/** Rows a read; documents may have 100 KiB each, so the next page follows the size of the last one. */
const PAGE = { first: 500, min: 25, max: 2_000, bytes: 4 * 1024 * 1024 };
/** Characters of JSON made bytes before others get a turn: some 2 ms. */
const TURN = 1024 * 1024;

/** What comes first after a version, as of the moment at which the catalogue had the version that was told with it. */
export interface FirstPage {
  rows: FeedRow[];
  isLast: boolean;
}

export interface FeedStart {
  version: number;
  purged: number;
  page: FirstPage;
}

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

  /** What `head` tells, and with it the first page of what comes after `version`: of most catalogues that is all. */
  async start(tenant: TenantContext, version: number): Promise<FeedStart> {
    const read = (tx: Transaction) => this.items.start(tx, tenant, version, PAGE.first);
    const { rows, ...head } = await this.database.tenant(tenant, read);
    return { ...head, page: { rows, isLast: rows.length < PAGE.first } };
  }

  /** Versions of several catalogues in one question. */
  heads(tenantIds: readonly string[]): Promise<Map<string, number>> {
    return this.database.system((tx) => this.items.versions(tx, tenantIds));
  }

  /** Changes that come after a version of each of these catalogues, all together. */
  countAfter(positions: readonly { tenantId: string; version: number }[]): Promise<number> {
    return this.database.system((tx) => this.items.countAfter(tx, positions));
  }

  /**
   * Everything after `version` up to `head`. A batch never ends inside a version: an index counts a version as applied, so
   * the rest of it would be lost. What changes while we read gets a version after `head`: it is missing here, so that no id
   * comes twice, and is brought by its own version. `first`: the first page of it, if it has been read with that head.
   */
  async *batches(
    tenant: TenantContext,
    version: number,
    head: number,
    first: FirstPage | null = null,
  ): AsyncIterable<ChangeBatch> {
    // Ids are never empty: this is before all of the next version.
    let after: FeedPosition = { version: version + 1, id: '' };
    let limit = PAGE.first;
    let pending: FeedRow[] = [];
    let known = first?.rows ?? null;
    for (;;) {
      const [from, size] = [after, limit];
      const page = known ?? (await this.database.tenant(tenant, (tx) => this.items.feed(tx, tenant, from, head, size)));
      known = null;
      pending.push(...page);
      const last = page.at(-1);
      if (!last || page.length < size) break;
      after = { version: last.version, id: last.id };
      limit = nextLimit(page);
      const complete = pending.filter((row) => row.version < last.version);
      if (complete.length > 0) yield { version: last.version - 1, changes: await toChanges(complete) };
      pending = pending.filter((row) => row.version === last.version);
    }
    yield { version: head, changes: await toChanges(pending) };
  }
}

function nextLimit(page: readonly FeedRow[]): number {
  const bytes = page.reduce((sum, row) => sum + (row.json?.length ?? 0), 0);
  const fitting = Math.floor((page.length * PAGE.bytes) / Math.max(bytes, 1));
  return Math.min(PAGE.max, Math.max(PAGE.min, fitting));
}

async function toChanges(rows: readonly FeedRow[]): Promise<Change[]> {
  const changes: Change[] = [];
  let read = 0;
  for (const { id, json } of rows) {
    changes.push(json === null ? { kind: 'delete', id } : new FeedUpsert(id, Buffer.from(json)));
    read += json?.length ?? 0;
    if (read < TURN) continue;
    read = 0;
    await nextTurn();
  }
  return changes;
}

/** Parsed when somebody asks: an engine with a thread of its own parses there, and values take many times the bytes. */
class FeedUpsert {
  readonly kind = 'upsert';

  constructor(
    readonly id: string,
    readonly json: Buffer,
  ) {}

  get document(): CatalogDocument {
    return JSON.parse(this.json.toString()) as CatalogDocument;
  }
}
