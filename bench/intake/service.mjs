import { mkdtemp } from 'node:fs/promises';
import { join } from 'node:path';
import { loadSettings } from '../../dist/src/config/settings.js';
import { createApplication } from '../../dist/src/create-application.js';
import { SlidingWindowStorage } from '../../dist/src/platform/http/index.js';

/** The service as it is, but that the limit counts without refusing: one client sends what a thousand shoppers do. */
const dataDir = await mkdtemp(join(process.env.BENCH_DATA, 'service-'));
const settings = loadSettings({ MB_DATA_DIR: dataDir, LOG_LEVEL: 'error' });
const storage = new SlidingWindowStorage({ now: () => Date.now() });
const rateLimitStorage = {
  increment: async (...request) => ({ ...(await storage.increment(...request)), isBlocked: false }),
};
process.on('SIGINT', () => process.exit());
const app = await createApplication({ settings, databaseUrl: process.env.DATABASE_URL, rateLimitStorage });
await app.listen(0, '127.0.0.1');
console.log(`ready at ${await app.getUrl()}`);
