import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { loadSettings } from '../../dist/src/config/settings.js';
import { createCommandContext } from '../../dist/src/create-application.js';
import { SearchObserver } from '../../dist/src/modules/search/index.js';
import { TenantsService } from '../../dist/src/modules/tenants/index.js';
import { TrackService } from '../../dist/src/modules/tracking/track.service.js';
import { openDatabase } from '../../dist/src/open-database.js';
import { Database } from '../../dist/src/platform/database/index.js';
import { judge, printMonth, replay } from './replay.ts';

/**
 * A simulated month through the intake without HTTP: `node bench/run.mjs month [sessions]`. Says for each purchase whether
 * it was owed to what led to it.
 */
const SESSIONS = Number(process.argv[2] ?? 200_000);
const dataDir = await mkdtemp(join(tmpdir(), 'mirabel-bench-'));
const settings = loadSettings({ MB_DATA_DIR: dataDir });
const database = await openDatabase(settings);
let time = Date.UTC(2026, 8, 1);
const context = await createCommandContext({ settings, databaseUrl: database.url, clock: { now: () => time } });
try {
  const { id, slug } = await context.get(TenantsService).create('bench');
  const tenant = { tenantId: id, slug };
  const track = context.get(TrackService, { strict: false });
  const observer = context.get(SearchObserver, { strict: false });
  const started = performance.now();
  const intake = {
    track: {
      search: (report, body) => track.search(report, body),
      click: (report, body) => track.click(report, body),
      conversion: (report, body) => track.conversion(report, body),
    },
    served: (search) => observer.served(search),
    setTime: (now) => (time = now),
    callers: { browser: { tenant, keyId: 'p', kind: 'public' }, server: { tenant, keyId: 's', kind: 'secret' } },
  };
  const onDay = (day) => process.stderr.write(`\rday ${day} `);
  const replayed = await replay(intake, SESSIONS, time, onDay);
  const seconds = (performance.now() - started) / 1_000;
  const stored = await context
    .get(Database)
    .tenant(tenant, (tx) => tx.query('select order_id, attribution, attributed_query from conversions'));
  console.log(`\n${printMonth(replayed, judge(replayed.purchases, stored))}`);
  const sent = [...replayed.outcomes.values()].reduce((sum, times) => sum + times, 0);
  console.log(`  ${sent} deliveries in ${seconds.toFixed(0)} s`);
} finally {
  await context.close();
  await database.close();
  await rm(dataDir, { recursive: true, force: true });
}
