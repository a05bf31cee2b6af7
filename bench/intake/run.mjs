import { spawn } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { cpus, tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { loadSettings } from '../../dist/src/config/settings.js';
import { createCommandContext } from '../../dist/src/create-application.js';
import { KeysService } from '../../dist/src/modules/auth/index.js';
import { TenantsService } from '../../dist/src/modules/tenants/index.js';
import { SearchStore } from '../../dist/src/modules/tracking/intake/search-store.js';
import { Partitions } from '../../dist/src/modules/tracking/partitions.js';
import { openDatabase } from '../../dist/src/open-database.js';
import { load, median } from './load.mjs';
import { benchWriter } from './writer.mjs';

/**
 * Durable tracking requests through the whole stack (authentication, limit, validation, ids, commit) beside bare Fastify
 * with a JSON schema and no database, turn by turn in one run; each server is a process of its own.
 */
const ROUNDS = Number(process.argv[2] ?? 5);
const SECONDS = 3;
const CONNECTIONS = 64;
const dataDir = await mkdtemp(join(tmpdir(), 'mirabel-bench-'));
const settings = loadSettings({ MB_DATA_DIR: dataDir });
const database = await openDatabase(settings);
const context = await createCommandContext({ settings, databaseUrl: database.url });
const children = [];
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
  await benchWriter({ store, tenant, databaseUrl: database.url, rounds: ROUNDS });
  await benchRequests(slug, key);
} finally {
  for (const child of children) child.kill('SIGKILL');
  await context.close();
  await database.close();
  await rm(dataDir, { recursive: true, force: true });
}

async function start(script, env = {}) {
  const path = fileURLToPath(new URL(script, import.meta.url));
  const child = spawn(process.execPath, [path], {
    env: { PATH: process.env.PATH, ...env },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  children.push(child);
  return new Promise((resolve, reject) => {
    let said = '';
    child.stdout.on('data', (chunk) => {
      said += chunk;
      const url = /ready at (\S+)/.exec(said)?.[1];
      if (url) resolve(url);
    });
    child.on('exit', () => reject(new Error(`${script} ended: ${said}`)));
  });
}

async function benchRequests(slug, key) {
  const path = `/v1/${slug}/track/search`;
  const servers = {
    service: await start('./service.mjs', { DATABASE_URL: database.url, BENCH_DATA: dataDir }),
    floor: await start('./floor.mjs'),
  };
  const runs = { service: [], floor: [] };
  const run = (name, more = {}) =>
    load({ url: servers[name], path, key, connections: CONNECTIONS, seconds: SECONDS, ...more });
  for (const name of Object.keys(servers)) await run(name);
  for (let round = 0; round < ROUNDS; round++) {
    for (const name of Object.keys(servers)) runs[name].push(await run(name));
  }
  const of = (name, figure) => median(runs[name].map((one) => one[figure]));
  console.log(`track/search, ${CONNECTIONS} connections, committed when answered`);
  for (const name of Object.keys(servers)) {
    const failed = runs[name].reduce((sum, one) => sum + one.failed, 0);
    const p = `p50 / p99 ${of(name, 'p50').toFixed(1)} / ${of(name, 'p99').toFixed(1)} ms`;
    const label = name === 'service' ? 'service     ' : 'bare Fastify';
    console.log(`  ${label} ${Math.round(of(name, 'perSecond'))} requests/s, ${p}, ${failed} failed`);
  }
  const ratios = runs.service.map((one, round) => one.perSecond / runs.floor[round].perSecond);
  console.log(`  the service reaches ${median(ratios).toFixed(2)} of bare Fastify`);
  const pace = of('service', 'perSecond') * 0.6;
  const { perSecond, p50, p99 } = await run('service', { perSecond: pace, seconds: SECONDS * 3 });
  console.log(`  at 60 % of its load (${Math.round(perSecond)}/s) p50 / p99 ${p50.toFixed(1)} / ${p99.toFixed(1)} ms`);
}
