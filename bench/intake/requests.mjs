import { median } from '../median.mjs';
import { load } from './load.mjs';
import { cpuOf, start } from './processes.mjs';

const SECONDS = 3;
const CONNECTIONS = 64;

/**
 * Durable tracking requests through the whole stack (authentication, limit, validation, ids, commit) beside bare Fastify
 * with a JSON schema and no database, turn by turn in one run; each server is a process of its own. The steps between
 * them say where the time goes. CPU of the server's process is told apart, because it depends less on who else uses the machine.
 */
export async function benchRequests({ slug, key, databaseUrl, dataDir, rounds }) {
  const children = [];
  try {
    const service = await start(children, './service.mjs', { DATABASE_URL: databaseUrl, BENCH_DATA: dataDir });
    const floor = await start(children, './floor.mjs');
    const track = `/v1/${slug}/track/search`;
    const steps = [
      { name: 'bare Fastify with a schema', server: floor, path: track },
      { name: '+ hooks of all routes', server: service, path: '/bench/hooks', status: 202 },
      { name: '+ authentication and limit', server: service, path: `/v1/${slug}/bench/auth` },
      { name: '(the same as a Nest controller)', server: service, path: `/v1/${slug}/bench/nest`, status: 201 },
      { name: '+ validation, no commit', server: service, path: track, headers: 'Sec-GPC: 1\r\n' },
      { name: '+ commit: the service', server: service, path: track },
    ];
    const run = async (step, more = {}) => {
      const before = await cpuOf(step.server.pid);
      const result = await load({
        url: step.server.url,
        path: step.path,
        key,
        headers: step.headers,
        status: step.status,
        connections: CONNECTIONS,
        seconds: SECONDS,
        ...more,
      });
      return { ...result, cpu: ((await cpuOf(step.server.pid)) - before) / result.requests };
    };
    for (const step of steps) await run(step, { seconds: 2 });
    const runs = steps.map(() => []);
    for (let round = 0; round < rounds; round++) {
      for (const [index, step] of steps.entries()) runs[index].push(await run(step));
    }
    print(steps, runs);
    const whole = steps.at(-1);
    const pace = median(runs.at(-1).map(({ perSecond }) => perSecond)) * 0.6;
    const { perSecond, p50, p99 } = await run(whole, { perSecond: pace, seconds: SECONDS * 3 });
    console.log(
      `  at 60 % of its load (${Math.round(perSecond)}/s) p50 / p99 ${p50.toFixed(1)} / ${p99.toFixed(1)} ms`,
    );
  } finally {
    for (const child of children) child.kill('SIGKILL');
  }
}

function print(steps, runs) {
  console.log(`track/search, ${CONNECTIONS} connections; the last step is committed when it is answered`);
  console.log('  step                              requests/s   of bare   CPU µs   of bare   p50 / p99 ms');
  const leastOfBare = Math.min(...runs[0].map((one) => one.cpu));
  const ratio = (index, figure) => median(runs[index].map((one, round) => figure(one) / figure(runs[0][round])));
  for (const [index, { name }] of steps.entries()) {
    // The round that was least disturbed: caches that others empty make the same work dearer.
    const cpu = Math.min(...runs[index].map((one) => one.cpu));
    const of = (figure) => median(runs[index].map((one) => one[figure]));
    const failed = runs[index].reduce((sum, one) => sum + one.failed, 0);
    const cells = [
      name.padEnd(32),
      String(Math.round(of('perSecond'))).padStart(10),
      ratio(index, (one) => one.perSecond)
        .toFixed(2)
        .padStart(10),
      cpu.toFixed(0).padStart(8),
      (leastOfBare / cpu).toFixed(2).padStart(10),
      `${of('p50').toFixed(1)} / ${of('p99').toFixed(1)}`.padStart(14),
    ];
    console.log(`  ${cells.join(' ')}${failed > 0 ? `   ${failed} failed` : ''}`);
  }
}
