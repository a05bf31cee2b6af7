import { Inject, Injectable } from '@nestjs/common';
import { LRUCache } from 'lru-cache';
import { CLOCK, type Clock } from '../../../kernel/clock.ts';
import type { TenantContext } from '../../../kernel/tenant-context.ts';
import { Database } from '../../../platform/database/index.ts';

export const HEALTH_CHECKS = [
  'missing_image',
  'missing_price',
  'missing_currency',
  'zero_price',
  'missing_category',
  'missing_brand',
  'missing_description',
  'long_title',
  'duplicate_title',
  'duplicate_gtin',
  'out_of_stock',
] as const;
export type HealthCheck = (typeof HEALTH_CHECKS)[number];

export interface HealthFinding {
  check: HealthCheck;
  items: number;
  samples: { id: string; title: string }[];
}

export interface CatalogHealth {
  items: number;
  checked: number;
  checked_at: Date;
  findings: HealthFinding[];
}

/** Documents that are looked at: reading one takes some 10 µs. */
const MOST = 100_000;
const LONG_TITLE = 150;
const SAMPLES = 5;
const SAMPLE_TITLE = 200;
/** Milliseconds for which an answer is good: the panel may ask as often as it likes. */
const GOOD_FOR = 60_000;

/** What sells is a product: a page or an article needs neither price nor brand. */
const FINDINGS = `
  with docs as (
    select i.id, i.doc_type = 'product' as product, d.title, d.image, d.price, d.currency, d.categories, d.brand,
           d.description, d.stock, d.gtin,
           count(*) over (partition by i.doc_type, lower(d.title), coalesce(d.brand, '')) as same_title,
           count(d.gtin) over (partition by d.gtin) as same_gtin
    from (select id, doc_type, document from items where tenant_id = $1 and document is not null order by id limit $2) i
    cross join lateral json_to_record(i.document) as d(title text, image text, price numeric, currency text,
      categories json, brand text, description text, stock numeric, gtin text)),
  found as (
    select docs.id, docs.title, c."check" from docs cross join lateral (values
      ('missing_image', product and image is null),
      ('missing_price', product and price is null),
      ('missing_currency', price is not null and currency is null),
      ('zero_price', price = 0),
      ('missing_category', product and (categories is null or json_array_length(categories) = 0)),
      ('missing_brand', product and brand is null),
      ('missing_description', product and description is null),
      ('long_title', length(title) > $3),
      ('duplicate_title', same_title > 1),
      ('duplicate_gtin', gtin is not null and same_gtin > 1),
      ('out_of_stock', stock <= 0)) as c("check", bad) where bad)
  select "check", count(*)::int as items,
         (array_agg(json_build_object('id', id, 'title', left(title, $4)) order by id))[1:$5] as samples
  from found group by 1`;

/** What is missing or odd about a tenant's documents. */
@Injectable()
export class CatalogHealthReader {
  readonly #known = new LRUCache<string, Promise<CatalogHealth>>({ max: 500, ttl: GOOD_FOR });

  constructor(
    private readonly database: Database,
    @Inject(CLOCK) private readonly clock: Clock,
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

  #read(tenant: TenantContext): Promise<CatalogHealth> {
    return this.database.tenant(tenant, async (tx) => {
      const [count] = await tx.query<{ items: number }>(
        'select count(*)::int as items from items where tenant_id = $1 and document is not null',
        [tenant.tenantId],
      );
      const rows = await tx.query<HealthFinding>(FINDINGS, [tenant.tenantId, MOST, LONG_TITLE, SAMPLE_TITLE, SAMPLES]);
      const byCheck = new Map(rows.map((row) => [row.check, row]));
      const items = count?.items ?? 0;
      return {
        items,
        checked: Math.min(items, MOST),
        checked_at: new Date(this.clock.now()),
        findings: HEALTH_CHECKS.map((check) => byCheck.get(check) ?? { check, items: 0, samples: [] }),
      };
    });
  }
}
