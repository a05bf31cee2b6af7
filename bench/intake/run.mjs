import { mkdtemp, rm } from 'node:fs/promises';
import { cpus, tmpdir } from 'node:os';
import { join } from 'node:path';
import { loadSettings } from '../../dist/src/config/settings.js';
import { createCommandContext } from '../../dist/src/create-application.js';
import { KeysService } from '../../dist/src/modules/auth/index.js';
import { TenantsService } from '../../dist/src/modules/tenants/index.js';
import { SearchStore } from '../../dist/src/modules/tracking/intake/search-store.js';
import { Partitions } from '../../dist/src/modules/tracking/partitions.js';
import { openDatabase } from '../../dist/src/open-database.js';
import { benchRequests } from './requests.mjs';
import { benchWriter } from './writer.mjs';

/** `node bench/run.mjs intake [rounds]`: the writer alone beside COPY, and the service beside bare Fastify. */
const ROUNDS = Number(process.argv[2] ?? 5);
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
  console.log(`Node ${process.version}, ${cpus().length} × ${cpus()[0].model}, ${ROUNDS} rounds, medians\n`);
  const store = context.get(SearchStore, { strict: false });
  if (process.argv[3] !== 'requests') await benchWriter({ store, tenant, databaseUrl: database.url, rounds: ROUNDS });
  await benchRequests({ slug, key, databaseUrl: database.url, dataDir, rounds: ROUNDS });
} finally {
  await context.close();
  await database.close();
  await rm(dataDir, { recursive: true, force: true });
}
