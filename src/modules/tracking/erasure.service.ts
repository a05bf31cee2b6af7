import { Injectable } from '@nestjs/common';
import type { TenantContext } from '../../kernel/tenant-context.ts';
import { Database, type Transaction } from '../../platform/database/index.ts';
import { AuditTrail } from '../audit/index.ts';
import { KEY_KINDS } from './intake/batch.ts';

export interface Erased {
  searches: number;
  clicks: number;
  conversions: number;
  served_searches: number;
  event_keys: number;
  click_pairs: number;
  machine_sessions: number;
  smart_sightings: number;
}

const NOTHING: Erased = {
  searches: 0,
  clicks: 0,
  conversions: 0,
  served_searches: 0,
  event_keys: 0,
  click_pairs: 0,
  machine_sessions: 0,
  smart_sightings: 0,
};

/**
 * Deletes what is kept of a session or an order (GDPR, article 17). The days it touched are marked in the same
 * transaction, so that reports are right at once and rollups are made anew without it, within minutes, and with them go
 * words that nobody else said. Rollups of days whose raw events are gone hold counts alone; retention takes the words of
 * rare queries out of them.
 */
@Injectable()
export class ErasureService {
  constructor(
    private readonly database: Database,
    private readonly audit: AuditTrail,
  ) {}

  erase(tenant: TenantContext, sessionId: string | null, orderId: string | null): Promise<Erased> {
    return this.database.tenant(tenant, async (tx) => {
      const erased = { ...NOTHING };
      if (sessionId !== null) await eraseSession(tx, tenant.tenantId, sessionId, erased);
      if (orderId !== null) await eraseConversions(tx, tenant.tenantId, 'order_id = $2', orderId, erased);
      // Of days that go on; the rollups of the others are known to be old by their marks.
      await tx.query('delete from rollup_snapshots where tenant_id = $1', [tenant.tenantId]);
      await this.#record(tx, tenant, [sessionId && 'session', orderId && 'order'], erased);
      return erased;
    });
  }

  /** That it was done and how much it took; whose it was must not live on in the log. */
  #record(tx: Transaction, tenant: TenantContext, what: readonly (string | null)[], erased: Erased): Promise<void> {
    const gone = Object.entries(erased).filter(([, count]) => count > 0);
    return this.audit.record(tx, tenant, {
      kind: 'privacy',
      action: 'erase',
      subjectId: null,
      subject: what.filter(Boolean).join(', '),
      changes: Object.fromEntries(gone.map(([kind, from]) => [kind, { from, to: 0 }])),
    });
  }
}

const MARK = (events: string): string => `
  with e as (${events}),
  learned as (
    insert into behaviour_marks (tenant_id, day)
    select distinct tenant_id, (occurred_at at time zone 'UTC')::date from e)
  insert into rollup_marks (tenant_id, day)
  select distinct e.tenant_id, ((e.occurred_at + shift) at time zone coalesce(s.overrides->>'timezone', 'UTC'))::date
  from e join tenant_settings s on s.tenant_id = e.tenant_id,
       unnest(array[interval '-1 hour', interval '0', interval '1 hour']) shift`;

async function eraseSession(tx: Transaction, tenantId: string, sessionId: string, erased: Erased): Promise<void> {
  const own = 'tenant_id = $1 and session_id = $2';
  await tx.query(
    MARK(`select tenant_id, occurred_at from searches where ${own}
          union all select tenant_id, occurred_at from clicks where ${own}`),
    [tenantId, sessionId],
  );
  const remove = async (kind: keyof Erased, sql: string): Promise<void> => {
    const [row] = await tx.query<{ count: number }>(`with gone as (${sql}) select count(*)::int as count from gone`, [
      tenantId,
      sessionId,
    ]);
    erased[kind] += row?.count ?? 0;
  };
  await remove(
    'event_keys',
    `delete from event_keys k using (
       select '${KEY_KINDS.search}'::"char" as kind, id from searches where ${own}
       union all select '${KEY_KINDS.click}', id from clicks where ${own}
     ) e where k.tenant_id = $1 and k.kind = e.kind and k.event_id = e.id returning 1`,
  );
  await remove(
    'click_pairs',
    `delete from click_pairs p using (select id from clicks where ${own}) c
     where p.tenant_id = $1 and p.event_id = c.id returning 1`,
  );
  await remove('searches', `delete from searches where ${own} returning 1`);
  await remove('clicks', `delete from clicks where ${own} returning 1`);
  await remove('served_searches', `delete from served_searches where ${own} returning 1`);
  await remove('machine_sessions', `delete from machine_sessions where ${own} returning 1`);
  erased.smart_sightings += await eraseSightings(tx, tenantId, [sessionId]);
  await eraseConversions(tx, tenantId, 'session_id = $2', sessionId, erased);
}

async function eraseConversions(tx: Transaction, tenantId: string, which: string, value: string, erased: Erased) {
  const own = `tenant_id = $1 and ${which}`;
  // Of the whole session: another day may be the first on which it bought now.
  await tx.query(
    MARK(`select tenant_id, occurred_at from conversions where tenant_id = $1
            and session_id in (select session_id from conversions where ${own})`),
    [tenantId, value],
  );
  const rows = await tx.query<{ id: string; session_id: string }>(
    `delete from conversions where ${own} returning id, session_id`,
    [tenantId, value],
  );
  const buyers = [...new Set(rows.map(({ session_id }) => session_id))];
  erased.smart_sightings += await eraseSightings(tx, tenantId, buyers);
  const keys = await tx.query(
    `delete from event_keys where tenant_id = $1 and kind = '${KEY_KINDS.conversion}' and event_id = any($2) returning 1`,
    [tenantId, rows.map(({ id }) => id)],
  );
  erased.conversions += rows.length;
  erased.event_keys += keys.length;
}

/** What learning remembers of sessions, which it knows by a keyed hash. */
async function eraseSightings(tx: Transaction, tenantId: string, sessionIds: readonly string[]): Promise<number> {
  const rows = await tx.query(
    `delete from smart_sightings where tenant_id = $1 and session in (
       select smart_session(t.ip_salt, s.id) from tenants t, unnest($2::uuid[]) s (id) where t.id = $1) returning 1`,
    [tenantId, sessionIds],
  );
  return rows.length;
}
