import { chmod, mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { build } from '../../scripts/build.mjs';
import { createDataSource, migrate } from '../../src/platform/database/schema.ts';
import { findChromium } from './chromium.ts';
import { findOpenSearch, findPgBouncer, findRedis } from './programs.ts';
import { startEmbeddedPostgres } from '../../src/platform/database/embedded/index.ts';

/**
 * One server for the whole run, with a migrated database that each test file clones; a fresh build for child processes; one
 * folder for everything temporary, which goes with the run, whatever was killed in it.
 */
export default async function globalSetup() {
  await build();
  if (!findChromium()) {
    console.warn('\nThere is no Chromium on the path and no CHROME_PATH: the tests in a browser are SKIPPED.');
  }
  if (!findRedis()) console.warn('\nThere is no redis-server on the path: the tests with Redis are SKIPPED.');
  if (!findPgBouncer()) console.warn('\nThere is no pgbouncer on the path: the tests behind a pooler are SKIPPED.');
  if (!findOpenSearch()) {
    console.warn(
      '\nThe OpenSearch of test/support/opensearch is not built: the tests with a search cluster are SKIPPED.',
    );
  }
  const folder = await mkdtemp(join(tmpdir(), 'mirabel-test-'));
  // Programs that give up the rights of root find their folders in it.
  await chmod(folder, 0o711);
  process.env.TMPDIR = folder;
  const dataDir = join(folder, 'database');
  const server = await startEmbeddedPostgres({ dataDir, durable: false, database: 'mirabel_template' });
  const dataSource = await createDataSource({ url: server.url, entities: [], migrations: [] }).initialize();
  await migrate(dataSource);
  await dataSource.destroy();
  process.env.MIRABEL_TEST_DATABASE = server.url;
  globalThis.mirabelTestRun = { server, folder };
}
