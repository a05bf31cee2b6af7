import { Injectable } from '@nestjs/common';
import type { TenantContext } from '../../kernel/tenant-context.ts';
import type { Transaction } from '../../platform/database/index.ts';
import { CatalogWriter, SourceItems } from '../items/index.ts';
import { PagesRepository } from './pages.repository.ts';

/** More than this at once, and more than this part of the source, waits for a person. */
const UNASKED = 10;
const UNASKED_SHARE = 0.1;
const CHUNK = 5_000;

export interface RemovalOutcome {
  removed: number;
  held: string[] | null;
}

/** Takes documents out of the catalogue that a connector's source has no longer; nothing of other sources. */
@Injectable()
export class Removals {
  constructor(
    private readonly items: SourceItems,
    private readonly writer: CatalogWriter,
    private readonly pages: PagesRepository,
  ) {}

  /** After a complete listing: what it did not have goes, or is held when it is much. */
  async afterListing(tx: Transaction, tenant: TenantContext, source: string, syncId: string): Promise<RemovalOutcome> {
    await this.items.lockCatalogue(tx, tenant);
    const missing = await this.items.missing(tx, tenant, source, this.pages.listedBy(tenant, syncId));
    if (missing.length === 0) return { removed: 0, held: null };
    const total = await this.items.count(tx, tenant, source);
    if (missing.length > UNASKED && missing.length > total * UNASKED_SHARE) return { removed: 0, held: missing };
    await this.#delete(tx, tenant, missing);
    return { removed: missing.length, held: null };
  }

  /** For `approved`, before the held ids are read. */
  lock(tx: Transaction, tenant: TenantContext): Promise<void> {
    return this.items.lockCatalogue(tx, tenant);
  }

  /** What was held and still belongs to the source. */
  async approved(tx: Transaction, tenant: TenantContext, source: string, ids: readonly string[]): Promise<number> {
    const present = await this.items.present(tx, tenant, source, ids);
    await this.#delete(tx, tenant, present);
    return present.length;
  }

  async isEmpty(tx: Transaction, tenant: TenantContext, source: string): Promise<boolean> {
    return (await this.items.count(tx, tenant, source)) === 0;
  }

  async #delete(tx: Transaction, tenant: TenantContext, ids: readonly string[]): Promise<void> {
    for (let from = 0; from < ids.length; from += CHUNK) {
      const writes = ids.slice(from, from + CHUNK).map((id) => ({ kind: 'delete' as const, id }));
      await this.writer.write(tx, tenant, writes);
    }
  }
}
