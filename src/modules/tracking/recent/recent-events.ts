import { Inject, Injectable } from '@nestjs/common';
import { CLOCK, type Clock } from '../../../kernel/clock.ts';
import type { TenantContext } from '../../../kernel/tenant-context.ts';
import { Database } from '../../../platform/database/index.ts';
import { personalDataIn } from '../../../text/index.ts';
import type { EventKind } from '../event.ts';

/** What happened in a shop, without who did it. */
export interface RecentEvent {
  at: Date;
  kind: EventKind;
  query: string | null;
  results_count: number | null;
  item_id: string | null;
  position: number | null;
  /** Decimal, with `currency`. */
  revenue: string | null;
  currency: string | null;
  channel: string | null;
}

const MOST = 50;
const MINUTES = 15;

/** Each part reads the end of an index; `limit` in each, so that a busy shop costs no more than a quiet one. */
const RECENT = `
  select * from (
    (select received_at as at, 'search' as kind, query, results_count, null as item_id, null::int as position,
            null as revenue, null as currency, channel
     from searches where tenant_id = $1 and occurred_at >= $2 order by occurred_at desc limit $3)
    union all
    (select received_at, 'click', query, null, item_id, position, null, null, channel
     from clicks where tenant_id = $1 and occurred_at >= $2 order by occurred_at desc limit $3)
    union all
    (select received_at, 'conversion', attributed_query, null, item_id, null, trim_scale(revenue)::text, currency::text,
            channel
     from conversions where tenant_id = $1 and occurred_at >= $2 order by occurred_at desc limit $3)
  ) e order by at desc limit $3`;

@Injectable()
export class RecentEvents {
  constructor(
    private readonly database: Database,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  /** Of the last 15 minutes, the newest first, 50 at most. Words that look personal are left out. */
  async list(tenant: TenantContext): Promise<RecentEvent[]> {
    const since = new Date(this.clock.now() - MINUTES * 60_000);
    const rows = await this.database.tenant(tenant, (tx) =>
      tx.query<RecentEvent>(RECENT, [tenant.tenantId, since, MOST]),
    );
    return rows.map((row) => (row.query !== null && personalDataIn(row.query) ? { ...row, query: null } : row));
  }
}
