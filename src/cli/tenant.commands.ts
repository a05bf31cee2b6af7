import { Command, Option, SubCommand } from 'nest-commander';
import { tenantContext } from '../kernel/tenant-context.ts';
import { KeysService } from '../modules/auth/index.ts';
import { TenantsService } from '../modules/tenants/index.ts';
import { CommandGroup, MirabelCommand } from './command.ts';
import { table } from './output.ts';
import { UsageError } from './session.ts';

@SubCommand({ name: 'create', arguments: '<slug>', description: 'create a tenant and its three first keys' })
export class TenantCreateCommand extends MirabelCommand {
  async run([slug = '']: string[], options: { name?: string }): Promise<void> {
    await this.session.run(async (app) => {
      const tenant = await app.get(TenantsService).create(slug, options.name);
      const keys = await app.get(KeysService).createFirst(tenantContext(tenant.id, tenant.slug));
      const lines = keys.map((key) => `  ${key.kind.padEnd(8)} ${key.key}`);
      this.output.result(
        { tenant, keys },
        [`Created the tenant "${tenant.slug}". Its keys, shown this once:`, ...lines].join('\n'),
      );
    });
  }

  @Option({ flags: '--name <name>', description: 'name of the shop; default the slug' })
  parseName(name: string): string {
    return name;
  }
}

@SubCommand({ name: 'list', description: 'list the tenants' })
export class TenantListCommand extends MirabelCommand {
  async run(): Promise<void> {
    const tenants = await this.session.run((app) => app.get(TenantsService).list());
    const rows = tenants.map((tenant) => [tenant.slug, tenant.name, tenant.created_at.toISOString()]);
    this.output.result(
      { tenants },
      table(['SLUG', 'NAME', 'CREATED'], rows, 'There is no tenant yet. Create one with: mirabel tenant create <slug>'),
    );
  }
}

@SubCommand({ name: 'delete', arguments: '<slug>', description: 'delete a tenant and everything it has' })
export class TenantDeleteCommand extends MirabelCommand {
  async run([slug = '']: string[], options: { yes?: boolean }): Promise<void> {
    if (!options.yes)
      throw new UsageError(`This deletes "${slug}" with its items, keys and rules for good. Add --yes.`);
    await this.session.forTenant(slug, (app, tenant) => app.get(TenantsService).delete(tenant));
    this.output.result({ deleted: slug }, `Deleted the tenant "${slug}".`);
  }

  @Option({ flags: '--yes', description: 'really delete it' })
  parseYes(): boolean {
    return true;
  }
}

@Command({
  name: 'tenant',
  description: 'create, list and delete tenants',
  subCommands: [TenantCreateCommand, TenantListCommand, TenantDeleteCommand],
})
export class TenantCommand extends CommandGroup {}
