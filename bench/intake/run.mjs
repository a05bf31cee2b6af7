import { cpus } from 'node:os';
import { SearchStore } from '../../dist/src/modules/tracking/intake/search-store.js';
import { benchRequests } from './requests.mjs';
import { withShop } from './tenant.mjs';
import { benchWriter } from './writer.mjs';

/** `node bench/run.mjs intake [rounds]`: the writer alone beside COPY, and the service beside bare Fastify. */
const ROUNDS = Number(process.argv[2] ?? 5);
console.log(`Node ${process.version}, ${cpus().length} × ${cpus()[0].model}, ${ROUNDS} rounds, medians\n`);
await withShop(async ({ context, tenant, slug, key, dataDir, databaseUrl }) => {
  const store = context.get(SearchStore, { strict: false });
  await benchWriter({ store, tenant, databaseUrl, rounds: ROUNDS });
  await benchRequests({ slug, key, databaseUrl, dataDir, rounds: ROUNDS });
});
