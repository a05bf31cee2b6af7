import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { loadSettings } from '../../dist/src/config/settings.js';
import { createCommandContext } from '../../dist/src/create-application.js';
import { KeysService } from '../../dist/src/modules/auth/index.js';
import { TenantsService } from '../../dist/src/modules/tenants/index.js';
import { Partitions } from '../../dist/src/modules/tracking/partitions.js';
import { openDatabase } from '../../dist/src/open-database.js';

/** A database of its own with one shop, for `work`; gone afterwards. */
export async function withShop(work) {
  const dataDir = await mkdtemp(join(tmpdir(), 'mirabel-bench-'));
  const settings = loadSettings({ MB_DATA_DIR: dataDir });
  const database = await openDatabase(settings);
  const context = await createCommandContext({ settings, databaseUrl: database.url });
  try {
    const tenants = context.get(TenantsService);
    const { id, slug } = await tenants.create('bench');
    const tenant = { tenantId: id, slug };
    await tenants.updateSettings(tenant, { rate_limit_per_minute: 100_000 });
    const keys = await context.get(KeysService).createFirst(tenant);
    const { key } = keys.find(({ kind }) => kind === 'public');
    await context.get(Partitions, { strict: false }).makeAhead();
    await work({ context, tenant, slug, key, dataDir, databaseUrl: database.url });
  } finally {
    await context.close();
    await database.close();
    await rm(dataDir, { recursive: true, force: true });
  }
}
