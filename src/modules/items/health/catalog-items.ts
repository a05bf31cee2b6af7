import { Injectable } from '@nestjs/common';
import type { Page, PageRequest } from '../../../kernel/paging.ts';
import type { TenantContext } from '../../../kernel/tenant-context.ts';
import { Database } from '../../../platform/database/index.ts';
import type { Item } from '../item.ts';
import { ItemsRepository } from '../items.repository.ts';
import { DOCS, foundWhen, type HealthCheck } from './checks.ts';

export interface CatalogFilter {
  source?: string | undefined;
  /** Words, each of which the title, the id, the sku or the gtin has. */
  q?: string | undefined;
  check?: HealthCheck | undefined;
  in_stock?: boolean | undefined;
}

/** Documents by what is missing or odd about them: one look at each, as the health of the catalogue takes. */
@Injectable()
export class CatalogItemsReader {
  constructor(
    private readonly database: Database,
    private readonly items: ItemsRepository,
  ) {}

  /** By id. */
  list(tenant: TenantContext, filter: CatalogFilter, { limit, offset }: PageRequest): Promise<Page<Item>> {
    const { source = null, q = '', check, in_stock: inStock = null } = filter;
    const words = q.toLowerCase().split(/\s+/).filter(Boolean);
    return this.database.tenant(tenant, async (tx) => {
      const [found] = await tx.query<{ total: number; ids: string[] }>(
        `with ${DOCS},
         found as (
           select id from docs
           where ${check ? `(${foundWhen(check)})` : 'true'} and ($2::text is null or source = $2)
             and ($3::boolean is null or (stock is null or stock > 0) = $3)
             and not exists (select from unnest($4::text[]) word
               where position(word in lower(concat_ws(e'\\n', title, id, sku, gtin))) = 0))
         select (select count(*)::int from found) as total,
                array(select id from found order by id limit $5 offset $6) as ids`,
        [tenant.tenantId, source, inStock, words, limit, offset],
      );
      const { total, ids } = found!;
      return { total, rows: await this.items.findMany(tx, tenant, ids), limit, offset };
    });
  }
}
