import { Injectable } from '@nestjs/common';
import type { TenantContext } from '../../kernel/tenant-context.ts';
import { Database } from '../../platform/database/index.ts';
import { SignalBus, TenantCache } from '../../platform/events/index.ts';
import { RateLimitPolicy } from '../../platform/http/index.ts';
import { DEFAULT_SETTINGS, type TenantSettings } from './settings.ts';
import { TenantsRepository } from './tenants.repository.ts';

/** Settings for other modules: from memory, renewed when a `settings` signal says that they changed. */
@Injectable()
export class SettingsReader {
  readonly #cache: TenantCache<TenantSettings>;

  constructor(database: Database, tenants: TenantsRepository, bus: SignalBus) {
    this.#cache = new TenantCache({
      bus,
      topics: ['settings'],
      load: (tenant) =>
        database.tenant(tenant, async (tx) => ({ ...DEFAULT_SETTINGS, ...(await tenants.settings(tx, tenant)) })),
    });
  }

  get(tenant: TenantContext): Promise<TenantSettings> {
    return this.#cache.get(tenant);
  }

  /** When they are in memory and can be trusted. */
  peek(tenant: TenantContext): TenantSettings | undefined {
    return this.#cache.peek(tenant);
  }
}

@Injectable()
export class SettingsRateLimitPolicy extends RateLimitPolicy {
  constructor(private readonly settings: SettingsReader) {
    super();
  }

  async perMinute(tenant: TenantContext): Promise<number> {
    return (await this.settings.get(tenant)).rate_limit_per_minute;
  }

  override peek(tenant: TenantContext): number | undefined {
    return this.settings.peek(tenant)?.rate_limit_per_minute;
  }
}
