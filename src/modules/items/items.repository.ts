import { Injectable } from '@nestjs/common';
import type { CatalogDocument } from '../../engine/port/index.ts';
import { ApiError } from '../../kernel/errors.ts';
import type { PageRequest } from '../../kernel/paging.ts';
import { release } from '../../kernel/release.ts';
import type { TenantContext } from '../../kernel/tenant-context.ts';
import type { Transaction } from '../../platform/database/index.ts';
import type { CatalogWrite, Item } from './item.ts';

export interface ItemState {
  source: string;
  hash: Buffer | null;
}

export interface ItemFilter {
  source?: string | undefined;
  doc_type?: string | undefined;
}

/** A place in the change feed: everything at or before it has been read. */
export interface FeedPosition {
  version: number;
  id: string;
}

/** One item as it is now, at the version that made it so; without `json` it is deleted. */
export interface FeedRow {
  id: string;
  version: number;
  json: string | null;
}

/** Without an id where nothing comes after. */
interface StartRow {
  head: string;
  purged: string;
  id: string | null;
  version: string | null;
  json: string | null;
}

interface ItemRow {
  document: CatalogDocument;
  source: string;
  version: string;
  updated_at: Date;
}

type Upsert = Extract<CatalogWrite, { kind: 'upsert' }>;

const ITEM_COLUMNS = 'document, source, version, updated_at';
const toItem = (row: ItemRow): Item => ({
  document: row.document,
  source: row.source,
  version: Number(row.version),
  indexedAt: row.updated_at,
});

@Injectable()
export class ItemsRepository {
  /** Present items among `ids`; what is missing in the answer is not there, or deleted. */
  async states(tx: Transaction, tenant: TenantContext, ids: readonly string[]): Promise<Map<string, ItemState>> {
    const rows = await tx.query<ItemState & { id: string }>(
      `select id, source, hash from items where tenant_id = $1 and id = any($2) and document is not null`,
      [tenant.tenantId, ids],
    );
    return new Map(rows.map((row) => [row.id, row]));
  }

  /** @throws ApiError `invalid_api_key` for a deleted tenant, as `nextVersion`, `requireRebuild` and `lock` do. */
  async version(tx: Transaction, tenant: TenantContext): Promise<{ version: number; purged: number }> {
    const [row] = await tx.query<{ version: string; purged: string }>(
      'select version, purged_version as purged from catalogs where tenant_id = $1',
      [tenant.tenantId],
      { prepared: true },
    );
    const { version, purged } = ofPresent(row);
    return { version: Number(version), purged: Number(purged) };
  }

  /** Versions of several tenants at once; needs a system transaction. */
  async versions(tx: Transaction, tenantIds: readonly string[]): Promise<Map<string, number>> {
    const rows = await tx.query<{ tenant_id: string; version: string }>(
      'select tenant_id, version from catalogs where tenant_id = any($1)',
      [tenantIds],
    );
    return new Map(rows.map((row) => [row.tenant_id, Number(row.version)]));
  }

  /** Takes the tenant's next version; its row stays locked until the commit, which orders the writes of a tenant. */
  async nextVersion(tx: Transaction, tenant: TenantContext): Promise<number> {
    const [row] = await tx.query<{ version: string }>(
      'update catalogs set version = version + 1 where tenant_id = $1 returning version',
      [tenant.tenantId],
    );
    return Number(ofPresent(row).version);
  }

  /** A version that no index has: each one below it must be built anew. */
  async requireRebuild(tx: Transaction, tenant: TenantContext): Promise<number> {
    const [row] = await tx.query<{ version: string }>(
      'update catalogs set version = version + 1, purged_version = version + 1 where tenant_id = $1 returning version',
      [tenant.tenantId],
    );
    return Number(ofPresent(row).version);
  }

  async lock(tx: Transaction, tenant: TenantContext): Promise<void> {
    const [row] = await tx.query('select 1 from catalogs where tenant_id = $1 for update', [tenant.tenantId]);
    ofPresent(row);
  }

  async upsert(tx: Transaction, tenant: TenantContext, writes: readonly Upsert[], version: number): Promise<void> {
    // One binary parameter: the driver writes an array of texts by escaping every quote, which held the event loop for
    // more than a second when 8 MB of documents were full of them.
    const documents = Buffer.concat(writes.map((write) => write.prepared.json));
    let start = 1;
    const starts = writes.map((write) => (start += write.prepared.json.length) - write.prepared.json.length);
    await tx.query(
      `insert into items (tenant_id, id, source, doc_type, document, hash, version)
       select $1, u.id, u.source, u.doc_type,
              convert_from(substring($3::bytea from u.start for u.bytes), 'UTF8')::json, u.hash, $2
       from unnest($4::text[], $5::text[], $6::text[], $7::bytea[], $8::int[], $9::int[])
              as u(id, source, doc_type, hash, start, bytes)
       on conflict (tenant_id, id) do update set
         source = excluded.source, doc_type = excluded.doc_type, document = excluded.document, hash = excluded.hash,
         version = excluded.version, updated_at = now(),
         created_at = case when items.document is null then now() else items.created_at end`,
      [
        tenant.tenantId,
        version,
        documents,
        writes.map((write) => write.id),
        writes.map((write) => write.source),
        writes.map((write) => write.prepared.document.docType),
        writes.map((write) => write.prepared.hash),
        starts,
        writes.map((write) => write.prepared.json.length),
      ],
    );
    release(documents);
  }

  async markDeleted(tx: Transaction, tenant: TenantContext, ids: readonly string[], version: number): Promise<void> {
    await tx.query(
      `update items set document = null, hash = null, version = $3, updated_at = now()
       where tenant_id = $1 and id = any($2) and document is not null`,
      [tenant.tenantId, ids, version],
    );
  }

  /** At most `limit` of them; returns how many there were. */
  async markSourceDeleted(
    tx: Transaction,
    tenant: TenantContext,
    source: string,
    version: number,
    limit: number,
  ): Promise<number> {
    const [row] = await tx.query<{ count: number }>(
      `with gone as (
         update items set document = null, hash = null, version = $3, updated_at = now()
         where tenant_id = $1 and document is not null and id = any(array(
           select id from items where tenant_id = $1 and source = $2 and document is not null limit $4))
         returning 1)
       select count(*)::int as count from gone`,
      [tenant.tenantId, source, version, limit],
    );
    return row?.count ?? 0;
  }

  async hasSource(tx: Transaction, tenant: TenantContext, source: string): Promise<boolean> {
    const rows = await tx.query(
      'select 1 from items where tenant_id = $1 and source = $2 and document is not null limit 1',
      [tenant.tenantId, source],
    );
    return rows.length > 0;
  }

  async list(tx: Transaction, tenant: TenantContext, filter: ItemFilter, page: PageRequest) {
    const parameters: unknown[] = [tenant.tenantId];
    const conditions = ['tenant_id = $1'];
    if (filter.source !== undefined) conditions.push(`source = $${parameters.push(filter.source)}`);
    if (filter.doc_type !== undefined) conditions.push(`doc_type = $${parameters.push(filter.doc_type)}`);
    const where = conditions.join(' and ');
    const total = await this.#count(tx, where, parameters);
    const rows = await tx.query<ItemRow>(
      `select ${ITEM_COLUMNS} from items where ${where} and document is not null
       order by id limit $${parameters.push(page.limit)} offset $${parameters.push(page.offset)}`,
      parameters,
    );
    return { total, rows: rows.map(toItem) };
  }

  async find(tx: Transaction, tenant: TenantContext, id: string): Promise<Item | undefined> {
    const rows = await tx.query<ItemRow>(
      `select ${ITEM_COLUMNS} from items where tenant_id = $1 and id = $2 and document is not null`,
      [tenant.tenantId, id],
    );
    return rows[0] && toItem(rows[0]);
  }

  /** Those of `ids` that are there, by id. */
  async findMany(tx: Transaction, tenant: TenantContext, ids: readonly string[]): Promise<Item[]> {
    const rows = await tx.query<ItemRow>(
      `select ${ITEM_COLUMNS} from items where tenant_id = $1 and id = any($2) and document is not null order by id`,
      [tenant.tenantId, ids],
    );
    return rows.map(toItem);
  }

  /** Changes after a version of each of several catalogues, all together, up to 100,000 of each; needs a system transaction. */
  async countAfter(tx: Transaction, positions: readonly { tenantId: string; version: number }[]): Promise<number> {
    const [row] = await tx.query<{ count: number }>(
      `select coalesce(sum(missing.count), 0)::int as count from unnest($1::uuid[], $2::bigint[]) as p(tenant_id, version)
       cross join lateral (select count(*) from
         (select 1 from items i where i.tenant_id = p.tenant_id and i.version > p.version limit 100000) change) missing`,
      [positions.map(({ tenantId }) => tenantId), positions.map(({ version }) => version)],
    );
    return row?.count ?? 0;
  }

  /** The change feed after a place up to a version, in commit order; tombstones included. */
  async feed(
    tx: Transaction,
    tenant: TenantContext,
    after: FeedPosition,
    upTo: number,
    limit: number,
  ): Promise<FeedRow[]> {
    const rows = await tx.query<{ id: string; version: string; json: string | null }>(
      `select id, version, document::text as json from items
       where tenant_id = $1 and (version, id) > ($2, $3) and version <= $4 order by version, id limit $5`,
      [tenant.tenantId, after.version, after.id, upTo, limit],
    );
    return rows.map((row) => ({ ...row, version: Number(row.version) }));
  }

  /**
   * The catalogue's version, up to where its tombstones are gone, and the first of what comes after `version`, all as of one
   * moment. @throws ApiError `invalid_api_key` for a deleted tenant
   */
  async start(
    tx: Transaction,
    tenant: TenantContext,
    version: number,
    limit: number,
  ): Promise<{ version: number; purged: number; rows: FeedRow[] }> {
    const rows = await tx.query<StartRow>(
      `select c.version as head, c.purged_version as purged, i.id, i.version, i.json
       from catalogs c left join lateral (
         select id, version, document::text as json from items
         where tenant_id = $1 and version > $2 order by version, id limit $3) i on true
       where c.tenant_id = $1 order by i.version, i.id`,
      [tenant.tenantId, version, limit],
      { prepared: true },
    );
    const { head, purged } = ofPresent(rows[0]);
    const changes = rows.flatMap(({ id, version: at, json }) =>
      id === null ? [] : [{ id, version: Number(at), json }],
    );
    return { version: Number(head), purged: Number(purged), rows: changes };
  }

  /** Tenants that have tombstones older than `days`; needs a system transaction. */
  async tenantsWithTombstones(tx: Transaction, days: number): Promise<string[]> {
    const rows = await tx.query<{ tenant_id: string }>(
      `select distinct tenant_id from items where document is null and updated_at < now() - make_interval(days => $1)`,
      [days],
    );
    return rows.map((row) => row.tenant_id);
  }

  /** Forgets up to `limit` of a tenant's tombstones older than `days`; needs a system transaction. Returns how many. */
  async purgeTombstones(tx: Transaction, tenantId: string, days: number, limit: number): Promise<number> {
    // The catalogue's lock first, as every write takes it.
    await tx.query('select 1 from catalogs where tenant_id = $1 for update', [tenantId]);
    const [row] = await tx.query<{ count: number }>(
      `with gone as (
         delete from items where tenant_id = $1 and document is null and id = any(array(
           select id from items
           where tenant_id = $1 and document is null and updated_at < now() - make_interval(days => $2) limit $3))
         returning version),
       noted as (
         update catalogs set purged_version = greatest(purged_version, (select max(version) from gone))
         where tenant_id = $1 and exists (select 1 from gone))
       select count(*)::int as count from gone`,
      [tenantId, days, limit],
    );
    return row?.count ?? 0;
  }

  async #count(tx: Transaction, where: string, parameters: readonly unknown[]): Promise<number> {
    const [row] = await tx.query<{ count: number }>(
      `select count(*)::int as count from items where ${where} and document is not null`,
      parameters,
    );
    return row?.count ?? 0;
  }
}

/** Every tenant has its row in `catalogs`. Keys of a deleted one are remembered until its signal arrives. */
function ofPresent<Row>(row: Row | undefined): Row {
  if (row === undefined) throw new ApiError('invalid_api_key', 'The tenant of this key was deleted.');
  return row;
}
