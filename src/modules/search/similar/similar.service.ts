import { Injectable } from '@nestjs/common';
import type { EngineHit } from '../../../engine/port/index.ts';
import { notFound } from '../../../kernel/errors.ts';
import type { TenantContext } from '../../../kernel/tenant-context.ts';
import { RelatedItems } from '../../behaviour/index.ts';
import { CatalogIndexes } from '../../indexing/index.ts';
import { SearchPlanner } from '../search-planner.ts';
import { searchRequest } from '../search-request.ts';

/** Longer than any id of a document. */
const MAX_ID = 512;

@Injectable()
export class SimilarService {
  constructor(
    private readonly planner: SearchPlanner,
    private readonly related: RelatedItems,
    private readonly indexes: CatalogIndexes,
  ) {}

  /** @throws ApiError `not_found` */
  async similar(tenant: TenantContext, id: string, limit: number): Promise<EngineHit[]> {
    if (id.length > MAX_ID || id.includes('\u0000')) throw notFound('item');
    // Before anything is asked of the database: ids that nobody has are easily made up.
    if (!(await this.indexes.has(tenant, id))) throw notFound('item');
    // Rules that hold for every search hide and narrow here too.
    const [{ plan }, related] = await Promise.all([
      this.planner.plan(tenant, searchRequest({}, 'query')),
      this.related.of(tenant, id),
    ]);
    const { filter, hidden } = plan.query;
    const hits = await this.indexes.similar(tenant, { id, filter, hidden, related, limit });
    if (!hits) throw notFound('item');
    return hits;
  }
}
