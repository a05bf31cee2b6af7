import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import { SchedulerRegistry } from '@nestjs/schedule';
import { loadSettings, type Settings } from '../../src/config/settings.ts';
import { createApplication, type ApplicationOptions } from '../../src/create-application.ts';
import { tenantContext, type KeyKind, type TenantContext } from '../../src/kernel/tenant-context.ts';
import { KeysService } from '../../src/modules/auth/index.ts';
import { TenantsService } from '../../src/modules/tenants/index.ts';
import { createTestDatabase } from './database.ts';
import { FakeClock } from './fake-clock.ts';

export interface TestTenant {
  context: TenantContext;
  slug: string;
  keys: Record<KeyKind, string>;
}

export interface TestApp {
  app: NestFastifyApplication;
  /** Address of the running server, `http://127.0.0.1:port`. */
  url: string;
  databaseUrl: string;
  dataDir: string;
  clock: FakeClock;
  createTenant(slug?: string): Promise<TestTenant>;
  close(): Promise<void>;
}

export interface TestAppOptions extends Omit<Partial<ApplicationOptions>, 'settings' | 'clock'> {
  settings?: Partial<Settings>;
  /** Default: the limit is raised out of the way. */
  rateLimit?: number;
}

let tenants = 0;

/**
 * The real service on real HTTP with a database of its own. Its timers are stopped: they go by the time of day, so that a job
 * would run, now and then, in the middle of a test that runs it by hand.
 */
export async function startTestApp(options: TestAppOptions = {}): Promise<TestApp> {
  const database = options.databaseUrl ? null : await createTestDatabase();
  const databaseUrl = options.databaseUrl ?? database!.url;
  const dataDir = options.settings?.dataDir ?? (await mkdtemp(join(tmpdir(), 'mirabel-app-')));
  const clock = new FakeClock();
  const settings = {
    ...loadSettings({ LOG_LEVEL: process.env.TEST_LOG ?? 'silent', MB_DATA_DIR: dataDir }),
    ...options.settings,
  };
  const app = await createApplication({ ...options, settings, databaseUrl, clock });
  await app.listen(0, '127.0.0.1');
  // A service of the API alone has none.
  if (settings.role !== 'api')
    for (const timer of app.get(SchedulerRegistry, { strict: false }).getCronJobs().values()) await timer.stop();
  const url = await app.getUrl();

  const createTenant = async (slug = `shop-${++tenants}`): Promise<TestTenant> => {
    const tenant = await app.get(TenantsService).create(slug);
    const context = tenantContext(tenant.id, tenant.slug);
    await app.get(TenantsService).updateSettings(context, { rate_limit_per_minute: options.rateLimit ?? 100_000 });
    const made = await app.get(KeysService).createFirst(context);
    const keys = Object.fromEntries(made.map((key) => [key.kind, key.key])) as TestTenant['keys'];
    return { context, slug: tenant.slug, keys };
  };

  const close = async (): Promise<void> => {
    await app.close();
    await database?.drop();
    if (!options.settings?.dataDir) await rm(dataDir, { recursive: true, force: true });
  };
  return { app, url, databaseUrl, dataDir, clock, createTenant, close };
}
