import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { loadSettings } from '../../dist/src/config/settings.js';
import { createCommandContext } from '../../dist/src/create-application.js';
import { openDatabase } from '../../dist/src/open-database.js';
import { Database } from '../../dist/src/platform/database/index.js';
import { keepHeapSmall } from '../../dist/src/platform/heap.js';
import { DataFolder } from './data.ts';
import { benchQuality } from './quality.mjs';
import { benchScale } from './scale.mjs';

/**
 * What learning finds in simulated shops whose truth is known, and how it bears a large day and a long night:
 * `npm run bench:smart -- <data folder> [seed] [fit|quality|scale]`.
 */
const [folder, seed = '1', part = 'all'] = process.argv.slice(2);
if (!folder) {
  console.error('Name the folder of the data sets: npm run bench:smart -- <data folder> [seed] [fit|quality|scale]');
  process.exit(2);
}
/** As the service does. */
keepHeapSmall();
/** Smaller for a first look: `BENCH_EVENTS=600000 BENCH_SHOPS=500`. */
const SIZES = {
  events: Number(process.env.BENCH_EVENTS ?? 10_000_000),
  shops: Number(process.env.BENCH_SHOPS ?? 10_000),
};
const data = new DataFolder(folder, part === 'fit' ? 0 : 1);
const dataDir = await mkdtemp(join(tmpdir(), 'mirabel-bench-'));
const settings = loadSettings({ MB_DATA_DIR: dataDir, LOG_LEVEL: 'error' });
const opened = await openDatabase(settings);
const context = await createCommandContext({ settings, databaseUrl: opened.url });
try {
  const database = context.get(Database);
  if (part !== 'scale') await benchQuality({ context, database, data, seed: Number(seed), fitting: part === 'fit' });
  if (part === 'scale' || part === 'all') await benchScale({ context, database, ...SIZES });
} finally {
  await context.close();
  await opened.close();
  await rm(dataDir, { recursive: true, force: true });
}
