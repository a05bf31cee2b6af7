import { Injectable, Logger, type OnApplicationShutdown, type OnModuleInit } from '@nestjs/common';
import type { TenantContext } from '../../kernel/tenant-context.ts';
import { Database } from '../../platform/database/index.ts';
import type { EventKind } from './event.ts';

const INTERVAL = 10_000;
const MAX_HELD = 10_000;

/** What crawlers sent, counted by day: in memory first, because a number is all that is kept and losing one harms nobody. */
@Injectable()
export class CrawlerCounts implements OnModuleInit, OnApplicationShutdown {
  readonly #logger = new Logger('CrawlerCounts');
  readonly #counts = new Map<string, number>();
  #timer: NodeJS.Timeout | null = null;

  constructor(private readonly database: Database) {}

  onModuleInit(): void {
    this.#timer = setInterval(() => void this.flush(), INTERVAL);
    this.#timer.unref();
  }

  async onApplicationShutdown(): Promise<void> {
    if (this.#timer) clearInterval(this.#timer);
    await this.flush();
  }

  count(tenant: TenantContext, kind: EventKind, at: number): void {
    const key = `${tenant.tenantId} ${new Date(at).toISOString().slice(0, 10)} ${kind}`;
    if (this.#counts.size < MAX_HELD || this.#counts.has(key)) this.#counts.set(key, (this.#counts.get(key) ?? 0) + 1);
  }

  async flush(): Promise<void> {
    if (this.#counts.size === 0) return;
    const rows = [...this.#counts].map(([key, events]) => [...key.split(' '), events]);
    this.#counts.clear();
    try {
      await this.database.system((tx) =>
        tx.query(
          `insert into crawler_counts as c (tenant_id, day, kind, events)
           select i.* from unnest($1::uuid[], $2::date[], $3::text[], $4::bigint[]) i
             (tenant_id, day, kind, events) join tenants t on t.id = i.tenant_id order by 1, 2, 3
           on conflict (tenant_id, day, kind) do update set events = c.events + excluded.events`,
          [0, 1, 2, 3].map((column) => rows.map((row) => row[column])),
        ),
      );
    } catch (error) {
      this.#logger.warn({ err: error, msg: 'the counts of crawlers were lost' });
    }
  }
}
