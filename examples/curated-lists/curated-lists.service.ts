import { Injectable } from '@nestjs/common';
import { ApiError, Database, defineErrors, SignalBus, TenantCache, type TenantContext } from 'mirabel';

/** Codes of your own carry a prefix; each gets a page under /docs/errors. */
defineErrors({
  'curated_lists.too_many': {
    status: 409,
    title: 'A shop may have 100 curated lists',
    help: 'Remove one that is no longer shown.',
  },
});

export interface CuratedList {
  name: string;
  item_ids: string[];
}

const MAX_LISTS = 100;

@Injectable()
export class CuratedListsService {
  readonly #cache: TenantCache<CuratedList[]>;

  constructor(
    private readonly database: Database,
    private readonly bus: SignalBus,
  ) {
    // Answers from memory; the signal of a change empties it on every process.
    this.#cache = new TenantCache({
      bus,
      topics: ['curated-lists'],
      load: (tenant) =>
        database.tenant(tenant, (tx) =>
          tx.query<CuratedList>(
            'select name, item_ids from curated_lists where tenant_id = $1 order by name limit 100',
            [tenant.tenantId],
          ),
        ),
    });
  }

  list(tenant: TenantContext): Promise<CuratedList[]> {
    return this.#cache.get(tenant);
  }

  save(tenant: TenantContext, list: CuratedList): Promise<CuratedList> {
    return this.database.tenant(tenant, async (tx) => {
      const [count] = await tx.query<{ lists: number }>(
        'select count(*)::int as lists from curated_lists where tenant_id = $1 and name <> $2',
        [tenant.tenantId, list.name],
      );
      if ((count?.lists ?? 0) >= MAX_LISTS)
        throw new ApiError('curated_lists.too_many', 'There are 100 lists already.');
      await tx.query(
        `insert into curated_lists (tenant_id, name, item_ids) values ($1, $2, $3)
         on conflict (tenant_id, name) do update set item_ids = excluded.item_ids`,
        [tenant.tenantId, list.name, list.item_ids],
      );
      await this.bus.send(tx, 'curated-lists', tenant.tenantId);
      return list;
    });
  }
}
