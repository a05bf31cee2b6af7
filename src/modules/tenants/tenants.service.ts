import { randomBytes } from 'node:crypto';
import { Inject, Injectable } from '@nestjs/common';
import { CLOCK, type Clock } from '../../kernel/clock.ts';
import { ApiError } from '../../kernel/errors.ts';
import { newId } from '../../kernel/ids.ts';
import { TENANT_SLUG, tenantContext, type TenantContext } from '../../kernel/tenant-context.ts';
import { Database } from '../../platform/database/index.ts';
import { SignalBus } from '../../platform/events/index.ts';
import { DEFAULT_SETTINGS, settingsWarnings, type TenantSettings } from './settings.ts';
import { TenantsRepository, type Tenant } from './tenants.repository.ts';

@Injectable()
export class TenantsService {
  constructor(
    private readonly database: Database,
    private readonly tenants: TenantsRepository,
    private readonly bus: SignalBus,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  async create(slug: string, name = slug): Promise<Tenant> {
    if (!TENANT_SLUG.test(slug)) {
      throw new ApiError(
        'validation_failed',
        `"${slug}" is no slug: 2 to 63 of a-z, 0-9 and "-", not beginning with "-".`,
      );
    }
    if (name.length === 0 || name.length > 200) {
      throw new ApiError('validation_failed', 'The name must have 1 to 200 characters.');
    }
    const tenant: Tenant = { id: newId(), slug, name, created_at: new Date(this.clock.now()) };
    const created = await this.database.system((tx) => this.tenants.insert(tx, tenant, randomBytes(32)));
    if (!created) throw new ApiError('conflict', `There is a tenant "${slug}" already.`);
    return tenant;
  }

  list(): Promise<Tenant[]> {
    return this.database.system((tx) => this.tenants.list(tx));
  }

  async find(slug: string): Promise<TenantContext | undefined> {
    const tenant = await this.database.system((tx) => this.tenants.findBySlug(tx, slug));
    return tenant && tenantContext(tenant.id, tenant.slug);
  }

  /** Everything of the tenant goes with it, in one transaction. Sends `keys` and `tenant-deleted`. */
  async delete(tenant: TenantContext): Promise<void> {
    await this.database.system(async (tx) => {
      await this.tenants.delete(tx, tenant.tenantId);
      await this.bus.send(tx, 'keys', tenant.tenantId);
      await this.bus.send(tx, 'tenant-deleted', tenant.tenantId, tenant.slug);
    });
  }

  settings(tenant: TenantContext): Promise<TenantSettings> {
    return this.database.tenant(tenant, async (tx) => ({
      ...DEFAULT_SETTINGS,
      ...(await this.tenants.settings(tx, tenant)),
    }));
  }

  async updateSettings(
    tenant: TenantContext,
    patch: Partial<TenantSettings>,
  ): Promise<TenantSettings & { warnings: { field: string; message: string }[] }> {
    const settings = await this.database.tenant(tenant, async (tx) => {
      await this.tenants.mergeSettings(tx, tenant, patch);
      await this.bus.send(tx, 'settings', tenant.tenantId);
      return { ...DEFAULT_SETTINGS, ...(await this.tenants.settings(tx, tenant)) };
    });
    return { ...settings, warnings: settingsWarnings(settings) };
  }
}
