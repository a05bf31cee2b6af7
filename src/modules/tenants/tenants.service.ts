import { randomBytes } from 'node:crypto';
import { Inject, Injectable, Logger } from '@nestjs/common';
import { CLOCK, type Clock } from '../../kernel/clock.ts';
import { nextEdit, refuseStale, type Edited, type ExpectedVersions } from '../../kernel/edited.ts';
import { ApiError } from '../../kernel/errors.ts';
import { newId } from '../../kernel/ids.ts';
import { TENANT_SLUG, tenantContext, type TenantContext } from '../../kernel/tenant-context.ts';
import { Database, type Transaction } from '../../platform/database/index.ts';
import { SignalBus } from '../../platform/events/index.ts';
import { AuditTrail, changesOf, hasChanges } from '../audit/index.ts';
import { DEFAULT_SETTINGS, settingsWarnings, type SettingsWarning, type TenantSettings } from './settings.ts';
import { TenantsRepository, type Tenant } from './tenants.repository.ts';

export interface EditedSettings {
  settings: TenantSettings;
  edited: Edited;
}

@Injectable()
export class TenantsService {
  readonly #logger = new Logger('TenantsService');

  constructor(
    private readonly database: Database,
    private readonly tenants: TenantsRepository,
    private readonly bus: SignalBus,
    private readonly audit: AuditTrail,
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

  /**
   * One tenant after another. One that fails is logged and does not keep the others from their turn.
   * @throws in the end what the first one failed with, if one did.
   */
  async forEach(work: (tenant: TenantContext) => Promise<void>): Promise<void> {
    let first: { error: unknown } | null = null;
    for (const { id, slug } of await this.list()) {
      try {
        await work(tenantContext(id, slug));
      } catch (error) {
        this.#logger.error({ err: error, tenant: slug, msg: 'work on a tenant failed; the others go on' });
        first ??= { error };
      }
    }
    if (first) throw first.error;
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

  async settings(tenant: TenantContext): Promise<TenantSettings> {
    return (await this.editedSettings(tenant)).settings;
  }

  async updateSettings(
    tenant: TenantContext,
    patch: Partial<TenantSettings>,
  ): Promise<TenantSettings & { warnings: SettingsWarning[] }> {
    const { settings, warnings } = await this.editSettings(tenant, patch, null);
    return { ...settings, warnings };
  }

  /** With their last change. */
  editedSettings(tenant: TenantContext): Promise<EditedSettings> {
    return this.database.tenant(tenant, (tx) => this.#present(tx, tenant));
  }

  /** @throws ApiError `edited_meanwhile` */
  async editSettings(
    tenant: TenantContext,
    patch: Partial<TenantSettings>,
    expected: ExpectedVersions,
  ): Promise<EditedSettings & { warnings: SettingsWarning[] }> {
    const { settings, edited } = await this.database.tenant(tenant, async (tx) => {
      const present = await this.#present(tx, tenant, 'lock');
      refuseStale(expected, present.edited, present.settings);
      const changed = { ...present.settings, ...patch };
      const changes = changesOf(present.settings, changed);
      if (!hasChanges(changes)) return present;
      const change = nextEdit(tenant, this.clock.now(), present.edited.version);
      await this.tenants.mergeSettings(tx, tenant, patch, change);
      const subject = Object.keys(changes).join(', ');
      await this.audit.record(tx, tenant, { kind: 'settings', action: 'update', subjectId: null, subject, changes });
      await this.bus.send(tx, 'settings', tenant.tenantId);
      return { settings: changed, edited: change };
    });
    return { settings, edited, warnings: settingsWarnings(settings) };
  }

  async #present(tx: Transaction, tenant: TenantContext, lock?: 'lock'): Promise<EditedSettings> {
    const { overrides, edited } = await this.tenants.storedSettings(tx, tenant, lock);
    return { settings: { ...DEFAULT_SETTINGS, ...overrides }, edited };
  }
}
