import { Injectable } from '@nestjs/common';
import type { TenantContext } from '../../kernel/tenant-context.ts';
import { Database } from '../../platform/database/index.ts';
import { SignalBus, TenantCache } from '../../platform/events/index.ts';
import { CompiledSynonyms } from './expansion.ts';
import { SynonymUse } from './synonym-use.ts';
import { SynonymsRepository } from './synonyms.repository.ts';

/** A tenant's synonyms ready for search: from memory, renewed when a `synonyms` signal says that they changed. */
@Injectable()
export class SynonymsReader {
  readonly #cache: TenantCache<CompiledSynonyms>;

  constructor(
    database: Database,
    synonyms: SynonymsRepository,
    bus: SignalBus,
    private readonly use: SynonymUse,
  ) {
    this.#cache = new TenantCache({
      bus,
      topics: ['synonyms'],
      // A set of 30,000 terms takes some 40 MB compiled.
      max: 200,
      load: (tenant) => database.tenant(tenant, async (tx) => new CompiledSynonyms(await synonyms.all(tx, tenant))),
    });
  }

  get(tenant: TenantContext): Promise<CompiledSynonyms> {
    return this.#cache.get(tenant);
  }

  /** A search found something through them: learning forgets those that nobody uses. */
  used(tenant: TenantContext, ids: Iterable<string>): void {
    this.use.note(tenant, ids);
  }
}
