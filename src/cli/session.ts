import { Injectable, type INestApplicationContext } from '@nestjs/common';
import { loadSettings } from '../config/settings.ts';
import { createCommandContext } from '../create-application.ts';
import { tenantContext, type TenantContext } from '../kernel/tenant-context.ts';
import { TenantsService } from '../modules/tenants/index.ts';
import { openDatabase, type OpenDatabase } from '../open-database.ts';
import { Output } from './output.ts';

const THE_COMMAND = { kind: 'command', id: null, name: 'mirabel' } as const;

/** The command can not be carried out; the message is all that a person needs. Exit status 1. */
export class CommandFailed extends Error {
  override name = 'CommandFailed';
}

/** The command line is wrong. Exit status 2. */
export class UsageError extends Error {
  override name = 'UsageError';
}

/**
 * The service without its server, for the length of one command. Opened late, so that `--help` needs no database, and
 * beside a running service or without one.
 */
@Injectable()
export class Session {
  constructor(private readonly output: Output) {}

  async run<T>(work: (app: INestApplicationContext) => Promise<T>): Promise<T> {
    return this.withDatabase(async (database) => {
      const app = await createCommandContext({ settings: database.settings, databaseUrl: database.url });
      try {
        return await work(app);
      } finally {
        await app.close();
      }
    });
  }

  /** The database as it is: nothing migrates it. */
  async withDatabase<T>(work: (database: OpenDatabase) => Promise<T>): Promise<T> {
    const database = await openDatabase(loadSettings(process.env), {
      share: true,
      onProgress: (step) => this.output.note(`· ${step}`),
    });
    try {
      return await work(database);
    } finally {
      await database.close();
    }
  }

  forTenant<T>(slug: string, work: (app: INestApplicationContext, tenant: TenantContext) => Promise<T>): Promise<T> {
    return this.run(async (app) => {
      const tenant = await app.get(TenantsService).find(slug);
      if (!tenant) throw new CommandFailed(`There is no tenant "${slug}". List them with: mirabel tenant list`);
      return work(app, tenantContext(tenant.tenantId, tenant.slug, THE_COMMAND));
    });
  }
}
