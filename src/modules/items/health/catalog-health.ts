import { setTimeout as delay } from 'node:timers/promises';
import { Inject, Injectable } from '@nestjs/common';
import { LRUCache } from 'lru-cache';
import { CLOCK, type Clock } from '../../../kernel/clock.ts';
import { SEARCH_ENGINE, type SearchEngine } from '../../../engine/port/index.ts';
import type { TenantContext } from '../../../kernel/tenant-context.ts';
import { Database } from '../../../platform/database/index.ts';
import { DOCS, foundWhen, HEALTH_CHECKS, MOST_CHECKED } from './checks.ts';

/** Of an item, or of what the engine made of it: those no filter of items can look for. */
export const FINDING_CHECKS = [...HEALTH_CHECKS, 'not_searchable'] as const;
export type FindingCheck = (typeof FINDING_CHECKS)[number];

export interface HealthFinding {
  check: FindingCheck;
  items: number;
  samples: { id: string; title: string }[];
}

export interface CatalogHealth {
  items: number;
  checked: number;
  checked_at: Date;
  findings: HealthFinding[];
}

const SAMPLES = 5;
const SAMPLE_TITLE = 200;
/** Milliseconds for which an answer is good: the panel may ask as often as it likes. */
const GOOD_FOR = 60_000;
/** Milliseconds. */
const ENGINE_PATIENCE = 2_000;

const FINDINGS = `
  with ${DOCS},
  found as (
    select docs.id, docs.title, c."check" from docs cross join lateral (values
      ${HEALTH_CHECKS.map((check) => `('${check}', ${foundWhen(check)})`).join(', ')}) as c("check", bad) where bad)
  select "check", count(*)::int as items,
         (array_agg(json_build_object('id', id, 'title', left(title, $2)) order by id))[1:$3] as samples
  from found group by 1`;

/** What is missing or odd about a tenant's documents. */
@Injectable()
export class CatalogHealthReader {
  readonly #known = new LRUCache<string, Promise<CatalogHealth>>({ max: 500, ttl: GOOD_FOR });

  constructor(
    private readonly database: Database,
    @Inject(CLOCK) private readonly clock: Clock,
    @Inject(SEARCH_ENGINE) private readonly engine: SearchEngine,
  ) {}

  /** From the last minute; callers share a reading. */
  get(tenant: TenantContext): Promise<CatalogHealth> {
    const known = this.#known.get(tenant.tenantId);
    if (known) return known;
    const reading = this.#read(tenant);
    this.#known.set(tenant.tenantId, reading);
    reading.catch(() => this.#known.delete(tenant.tenantId));
    return reading;
  }

  /** None while the engine does not answer: the rest is still worth knowing. */
  async #refused(tenant: TenantContext): Promise<{ total: number; ids: string[] }> {
    const none = { total: 0, ids: [] };
    const asked = this.engine.refused?.(tenant, SAMPLES).catch(() => none);
    return asked ? Promise.race([asked, delay(ENGINE_PATIENCE, none, { ref: false })]) : none;
  }

  async #read(tenant: TenantContext): Promise<CatalogHealth> {
    const refused = await this.#refused(tenant);
    return this.database.tenant(tenant, async (tx) => {
      const [count] = await tx.query<{ items: number }>(
        'select count(*)::int as items from items where tenant_id = $1 and document is not null',
        [tenant.tenantId],
      );
      const rows = await tx.query<HealthFinding>(FINDINGS, [tenant.tenantId, SAMPLE_TITLE, SAMPLES]);
      const samples = await tx.query<HealthFinding['samples'][number]>(
        `select id, left(document ->> 'title', $3) as title from items
         where tenant_id = $1 and id = any($2) and document is not null order by id`,
        [tenant.tenantId, refused.ids, SAMPLE_TITLE],
      );
      rows.push({ check: 'not_searchable', items: refused.total, samples });
      const byCheck = new Map(rows.map((row) => [row.check, row]));
      const items = count?.items ?? 0;
      return {
        items,
        checked: Math.min(items, MOST_CHECKED),
        checked_at: new Date(this.clock.now()),
        findings: FINDING_CHECKS.map((check) => byCheck.get(check) ?? { check, items: 0, samples: [] }),
      };
    });
  }
}
