import { Command, Option } from 'nest-commander';
import { DemoShop } from '../modules/demo/index.ts';
import { IndexingService } from '../modules/indexing/index.ts';
import { MirabelCommand } from './command.ts';

@Command({ name: 'migrate', description: 'bring the database schema up to date' })
export class MigrateCommand extends MirabelCommand {
  async run(): Promise<void> {
    // Opening the service migrates.
    await this.session.run(() => Promise.resolve());
    this.output.result({ migrated: true }, 'The schema is up to date.');
  }
}

@Command({ name: 'demo', description: 'create the demo shop, or print its keys when it is there' })
export class DemoCommand extends MirabelCommand {
  async run(): Promise<void> {
    const demo = await this.session.run((app) => app.get(DemoShop).ensure());
    const keys = Object.entries(demo.keys).map(([kind, key]) => `  ${kind.padEnd(8)} ${key}`);
    this.output.result({ demo }, [`Demo shop "${demo.slug}" with ${demo.products} products`, ...keys].join('\n'));
  }
}

@Command({ name: 'reindex', description: "rebuild a tenant's search index from its items" })
export class ReindexCommand extends MirabelCommand {
  async run(_words: string[], { tenant: slug }: { tenant: string }): Promise<void> {
    const version = await this.session.forTenant(slug, (app, tenant) =>
      app.get(IndexingService).requestRebuild(tenant),
    );
    this.output.result({ tenant: slug, version }, `The index of "${slug}" is rebuilt by every process that serves it.`);
  }

  @Option({ flags: '--tenant <slug>', description: 'the tenant', required: true })
  parseTenant(slug: string): string {
    return slug;
  }
}
