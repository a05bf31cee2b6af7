import { Inject, Injectable } from '@nestjs/common';
import { CLOCK, type Clock } from '../../kernel/clock.ts';
import type { PageRequest } from '../../kernel/paging.ts';
import type { TenantContext } from '../../kernel/tenant-context.ts';
import { Database } from '../../platform/database/index.ts';
import { SettingsReader } from '../tenants/index.ts';
import { addDays, dayAt } from '../tracking/index.ts';
import type { RepeatedClicksResponse } from './dto/opportunities.dto.ts';
import type { MetricsRequest } from './metrics.reader.ts';
import { readPeriod } from './period.ts';

const DEFAULT_DAYS = 30;
/** Fewer may be one person on several devices. */
const MIN_SESSIONS = 3;

interface Row {
  query: string;
  item_id: string;
  title: string | null;
  clicks: number;
  sessions: number;
  mean_position: number;
  share: number;
  total: number;
}

/** Items that shoppers pick again and again for the same words: a pin would save them the way. */
@Injectable()
export class RepeatedClicksService {
  constructor(
    private readonly database: Database,
    private readonly settings: SettingsReader,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  async list(tenant: TenantContext, request: MetricsRequest & PageRequest): Promise<RepeatedClicksResponse> {
    const { timezone } = await this.settings.get(tenant);
    const now = this.clock.now();
    const last = request.to?.slice(0, 10) ?? dayAt(now, timezone).day;
    const period = readPeriod(request.from ?? addDays(last, 1 - DEFAULT_DAYS), request.to, timezone, now);
    const { limit, offset } = request;
    const rows = await this.database.tenant(tenant, (tx) =>
      tx.query<Row>(REPEATED, [
        tenant.tenantId,
        new Date(period.start),
        new Date(period.end),
        request.channel ?? null,
        limit,
        offset,
      ]),
    );
    const listed = rows.filter(({ item_id }) => item_id !== null);
    return {
      from: period.from,
      to: period.to,
      total: rows[0]?.total ?? 0,
      rows: listed.map(({ total: _, ...row }) => ({ ...row, suggested_rule: pinOf(row.query, row.item_id) })),
      limit,
      offset,
    };
  }
}

/** A click counts once a session: one shopper who returns to an item is one opinion. */
const REPEATED = `
  with picked as (
    select normalized_query as query, item_id, session_id, count(*) as clicks, sum(position) as positions
    from clicks
    where tenant_id = $1 and occurred_at >= $2 and occurred_at < $3 and ($4::text is null or channel = $4)
      and normalized_query <> ''
      and session_id not in (select session_id from machine_sessions where tenant_id = $1)
    group by 1, 2, 3),
  pairs as (
    select query, item_id, sum(clicks) as clicks, count(*) as sessions, sum(positions) / sum(clicks) as mean_position,
           sum(clicks) / sum(sum(clicks)) over (partition by query) as share
    from picked group by query, item_id),
  repeated as (select * from pairs where sessions >= ${MIN_SESSIONS}),
  page as (select * from repeated order by sessions desc, clicks desc, query, item_id limit $5 offset $6)
  select t.total, p.query, p.item_id, i.document->>'title' as title, p.clicks::float8, p.sessions::float8,
         p.mean_position::float8, p.share::float8
  from (select count(*)::int as total from repeated) t left join page p on true
  left join items i on i.tenant_id = $1 and i.id = p.item_id
  order by p.sessions desc, p.clicks desc, p.query, p.item_id`;

/** As `POST rules` takes it. */
function pinOf(query: string, id: string) {
  return {
    name: `Pin for "${query}"`.slice(0, 200),
    conditions: [{ match: 'is' as const, pattern: query }],
    actions: { pin: [{ id, position: 1 }] },
  };
}
