import { Injectable } from '@nestjs/common';
import type { TenantContext } from '../../kernel/tenant-context.ts';
import { Database } from '../../platform/database/index.ts';
import { SignalBus, TenantCache } from '../../platform/events/index.ts';
import { CompiledRules } from './evaluation.ts';
import { RulesRepository } from './rules.repository.ts';

/** A tenant's rules ready for search: from memory, renewed when a `rules` signal says that they changed. */
@Injectable()
export class RulesReader {
  readonly #cache: TenantCache<CompiledRules>;

  constructor(database: Database, rules: RulesRepository, bus: SignalBus) {
    this.#cache = new TenantCache({
      bus,
      topics: ['rules'],
      max: 1_000,
      load: (tenant) => database.tenant(tenant, async (tx) => new CompiledRules(await rules.all(tx, tenant))),
    });
  }

  get(tenant: TenantContext): Promise<CompiledRules> {
    return this.#cache.get(tenant);
  }
}
