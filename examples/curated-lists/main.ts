import { createApplication, createEmbeddedEngine, loadSettings } from 'mirabel';
import { CuratedLists20261128090000 } from './curated-lists.migration.ts';
import { CuratedListsModule } from './curated-lists.module.ts';
import { timedEngine } from './timed-engine.ts';

/** Your own `main.ts`: the whole service, with a module added and an adapter swapped. The core is untouched. */
const settings = loadSettings(process.env);
if (!settings.databaseUrl) throw new Error('Set DATABASE_URL to a PostgreSQL.');

const timings = { searches: 0, milliseconds: 0 };
const engine = createEmbeddedEngine({
  directory: `${settings.dataDir}/indexes`,
  memoryBudgetBytes: settings.indexMemoryBytes,
});

const app = await createApplication({
  settings,
  databaseUrl: settings.databaseUrl,
  modules: [CuratedListsModule],
  migrations: [CuratedLists20261128090000],
  engine: timedEngine(engine, timings),
});
await app.listen(settings.port, settings.host);
