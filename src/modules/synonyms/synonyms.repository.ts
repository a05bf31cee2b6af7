import { Injectable } from '@nestjs/common';
import type { PageRequest } from '../../kernel/paging.ts';
import type { TenantContext } from '../../kernel/tenant-context.ts';
import type { Transaction } from '../../platform/database/index.ts';
import { fingerprint, type StoredSynonym, type Synonym, type SynonymSource, type SynonymsSize } from './synonym.ts';

export interface SynonymFilter {
  /** Part of the input or of a term, as it is written. */
  text?: string;
  source?: SynonymSource;
}

/** A learned synonym with the UTC day of its last use, or of its birth. */
export interface LearnedUse {
  id: string;
  suggestion_id: string | null;
  last_used_on: string;
}

const COLUMNS =
  'id, type, input, terms, locale, source, confidence::float8 as confidence, enabled, suggestion_id, created_at, version, ' +
  'coalesce(updated_at, created_at) as updated_at, updated_by';

@Injectable()
export class SynonymsRepository {
  /** Until the end of the transaction: bounds and duplicates are judged on what is really there. */
  async lock(tx: Transaction, tenant: TenantContext): Promise<void> {
    await tx.query('select pg_advisory_xact_lock(hashtextextended($1, 0))', [`synonyms ${tenant.tenantId}`]);
  }

  async list(
    tx: Transaction,
    tenant: TenantContext,
    filter: SynonymFilter,
    page: PageRequest,
  ): Promise<{ total: number; rows: StoredSynonym[] }> {
    const where = `tenant_id = $1 and ($2::text is null or source = $2)
      and ($3::text is null or position(lower($3) in lower(concat_ws(e'\\n', input, array_to_string(terms, e'\\n')))) > 0)`;
    const values = [tenant.tenantId, filter.source ?? null, filter.text ?? null];
    const [count] = await tx.query<{ total: number }>(
      `select count(*)::int as total from synonyms where ${where}`,
      values,
    );
    const rows = await tx.query<StoredSynonym>(
      `select ${COLUMNS} from synonyms where ${where} order by created_at desc, id desc limit $4 offset $5`,
      [...values, page.limit, page.offset],
    );
    return { total: count?.total ?? 0, rows };
  }

  /** All of a tenant, oldest first; their number is bounded. */
  all(tx: Transaction, tenant: TenantContext): Promise<Synonym[]> {
    return tx.query<Synonym>(
      `select ${COLUMNS}, held_back_until from synonyms where tenant_id = $1 order by created_at, id`,
      [tenant.tenantId],
      { prepared: true },
    );
  }

  learned(tx: Transaction, tenant: TenantContext): Promise<LearnedUse[]> {
    return tx.query<LearnedUse>(
      `select id, suggestion_id, coalesce(last_used_on, (created_at at time zone 'UTC')::date)::text as last_used_on
       from synonyms where tenant_id = $1 and source = 'learned'`,
      [tenant.tenantId],
      { prepared: true },
    );
  }

  /** Those of the ids that are there. */
  async present(tx: Transaction, tenant: TenantContext, ids: readonly string[]): Promise<Set<string>> {
    const rows = await tx.query<{ id: string }>('select id from synonyms where tenant_id = $1 and id = any($2)', [
      tenant.tenantId,
      ids,
    ]);
    return new Set(rows.map(({ id }) => id));
  }

  /** `day`: UTC. Writes once a day and synonym. Needs a system transaction. */
  async noteUse(tx: Transaction, day: string, uses: readonly { tenantId: string; id: string }[]): Promise<void> {
    await tx.query(
      `update synonyms s set last_used_on = $1
       from (select s.tenant_id, s.id from synonyms s
             join unnest($2::uuid[], $3::uuid[]) u (tenant_id, id) using (tenant_id, id)
             where s.source = 'learned' and s.last_used_on is distinct from $1::date
             order by 1, 2 for update of s) u
       where s.tenant_id = u.tenant_id and s.id = u.id`,
      [day, uses.map(({ tenantId }) => tenantId), uses.map(({ id }) => id)],
    );
  }

  async find(tx: Transaction, tenant: TenantContext, id: string): Promise<StoredSynonym | undefined> {
    const rows = await tx.query<StoredSynonym>(`select ${COLUMNS} from synonyms where tenant_id = $1 and id = $2`, [
      tenant.tenantId,
      id,
    ]);
    return rows[0];
  }

  async findSame(tx: Transaction, tenant: TenantContext, print: Buffer): Promise<StoredSynonym | undefined> {
    const rows = await tx.query<StoredSynonym>(
      `select ${COLUMNS} from synonyms where tenant_id = $1 and fingerprint = $2`,
      [tenant.tenantId, print],
    );
    return rows[0];
  }

  async size(tx: Transaction, tenant: TenantContext): Promise<SynonymsSize> {
    const [row] = await tx.query<SynonymsSize>(
      `select count(*)::int as synonyms, coalesce(sum(cardinality(terms)), 0)::int as terms
       from synonyms where tenant_id = $1`,
      [tenant.tenantId],
    );
    return row ?? { synonyms: 0, terms: 0 };
  }

  /** Fingerprints that are taken, in base64. */
  async fingerprints(tx: Transaction, tenant: TenantContext): Promise<Set<string>> {
    const rows = await tx.query<{ print: string }>(
      `select encode(fingerprint, 'base64') as print from synonyms where tenant_id = $1`,
      [tenant.tenantId],
    );
    return new Set(rows.map((row) => row.print));
  }

  async insert(tx: Transaction, tenant: TenantContext, synonyms: readonly StoredSynonym[]): Promise<void> {
    const rows = synonyms.map((synonym) => ({ ...synonym, print: fingerprint(synonym).toString('base64') }));
    await tx.query(
      `insert into synonyms (tenant_id, id, type, input, terms, locale, source, confidence, enabled, suggestion_id,
                             fingerprint, created_at, held_back_until, version, updated_at, updated_by)
       select $1, id, type, input, array(select jsonb_array_elements_text(terms)), locale, source, confidence, enabled,
              suggestion_id, decode(print, 'base64'), created_at, held_back_until, version, updated_at, updated_by
       from jsonb_to_recordset($2::jsonb) as r(id uuid, type text, input text, terms jsonb, locale text, source text,
         confidence numeric, enabled boolean, suggestion_id uuid, print text, created_at timestamptz,
         held_back_until timestamptz, version integer, updated_at timestamptz, updated_by text)`,
      [tenant.tenantId, JSON.stringify(rows)],
    );
  }

  async update(tx: Transaction, tenant: TenantContext, synonym: StoredSynonym): Promise<void> {
    await tx.query(
      `update synonyms set type = $3, input = $4, terms = $5, locale = $6, enabled = $7, fingerprint = $8, version = $9,
         updated_at = $10, updated_by = $11
       where tenant_id = $1 and id = $2`,
      [
        tenant.tenantId,
        synonym.id,
        synonym.type,
        synonym.input,
        synonym.terms,
        synonym.locale,
        synonym.enabled,
        fingerprint(synonym),
        synonym.version,
        synonym.updated_at,
        synonym.updated_by,
      ],
    );
  }

  async handOver(tx: Transaction, tenant: TenantContext, id: string, suggestionId: string): Promise<void> {
    await tx.query('update synonyms set suggestion_id = $3 where tenant_id = $1 and id = $2', [
      tenant.tenantId,
      id,
      suggestionId,
    ]);
  }

  async delete(tx: Transaction, tenant: TenantContext, id: string): Promise<void> {
    await tx.query('delete from synonyms where tenant_id = $1 and id = $2', [tenant.tenantId, id]);
  }
}
