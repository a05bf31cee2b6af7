import { Injectable } from '@nestjs/common';
import { ApiError, notFound } from '../../kernel/errors.ts';
import type { JsonObject } from '../../kernel/json.ts';
import type { Page, PageRequest } from '../../kernel/paging.ts';
import type { TenantContext } from '../../kernel/tenant-context.ts';
import { Database, type Transaction } from '../../platform/database/index.ts';
import { AuditTrail, changesOf, hasChanges } from '../audit/index.ts';
import { CatalogWriter } from './catalog-writer.ts';
import { InvalidDocument } from './document-fields.ts';
import { mergeDocument, prepareDocument, type PreparedDocument } from './document.ts';
import type { Item } from './item.ts';
import { ItemsRepository, type ItemFilter } from './items.repository.ts';

@Injectable()
export class ItemsService {
  constructor(
    private readonly database: Database,
    private readonly items: ItemsRepository,
    private readonly writer: CatalogWriter,
    private readonly audit: AuditTrail,
  ) {}

  list(tenant: TenantContext, filter: ItemFilter, { limit, offset }: PageRequest): Promise<Page<Item>> {
    return this.database.tenant(tenant, async (tx) => ({
      ...(await this.items.list(tx, tenant, filter, { limit, offset })),
      limit,
      offset,
    }));
  }

  async read(tenant: TenantContext, id: string): Promise<Item> {
    return this.database.tenant(tenant, (tx) => this.#find(tx, tenant, id));
  }

  /** Merges into the stored document; never creates one. */
  patch(tenant: TenantContext, id: string, patch: JsonObject): Promise<Item> {
    return this.database.tenant(tenant, async (tx) => {
      // The catalogue's lock first, as every write takes it: two patches must not lose each other's fields.
      await this.items.lock(tx, tenant);
      const item = await this.#find(tx, tenant, id);
      const prepared = prepare(item, patch);
      await this.writer.write(tx, tenant, [{ kind: 'upsert', id, source: item.source, prepared }]);
      const changes = changesOf(item.document, prepared.document);
      if (hasChanges(changes)) {
        const subject = prepared.document.title;
        await this.audit.record(tx, tenant, { kind: 'item', action: 'update', subjectId: id, subject, changes });
      }
      return this.#find(tx, tenant, id);
    });
  }

  async #find(tx: Transaction, tenant: TenantContext, id: string): Promise<Item> {
    const item = id.includes('\u0000') ? undefined : await this.items.find(tx, tenant, id);
    if (!item) throw notFound('item');
    return item;
  }
}

function prepare(item: Item, patch: JsonObject): PreparedDocument {
  try {
    const prepared = prepareDocument(mergeDocument(item.document, patch));
    if (prepared.document.id !== item.document.id) {
      throw new InvalidDocument('read_only', '/id', 'id cannot be changed.');
    }
    return prepared;
  } catch (error) {
    if (!(error instanceof InvalidDocument)) throw error;
    throw new ApiError('validation_failed', error.error.message, { errors: [error.error], cause: error });
  }
}
