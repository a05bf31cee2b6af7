import { spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { cpus, tmpdir } from 'node:os';
import { join } from 'node:path';
import { Agent, request } from 'node:http';

/** The demo shop at its load, at ten times that for a minute, and after it: what is answered, how soon, what is refused. */
const SECONDS = Number(process.argv[2] ?? 60);
const agent = new Agent({ keepAlive: true, maxSockets: 10_000 });
const dataDir = await mkdtemp(join(tmpdir(), 'mirabel-overload-'));
const service = spawn(process.execPath, ['dist/src/main.js'], {
  env: { ...process.env, MB_DATA_DIR: dataDir, PORT: '0', LOG_LEVEL: 'error' },
  stdio: ['ignore', 'pipe', 'inherit'],
});
try {
  const { url, keys } = await started();
  const ask = asker(url);
  const raise = { rate_limit_per_minute: 100_000 };
  await ask('PATCH', '/v1/demo/settings', keys.secret, raise);
  console.log(`Node ${process.version}, ${cpus().length} × ${cpus()[0].model}, client on the same cores\n`);
  const words = ['lamp', 'desk', 'red shoes', 'wireless headphones', 'kettle', 'sneekers'];
  const kinds = {
    search: (n) => ask('GET', `/v1/demo/search?q=${encodeURIComponent(words[n % 6])}&facets=brand`, keys.public),
    tracking: () =>
      ask('POST', '/v1/demo/track/search', keys.public, {
        session_id: randomUUID(),
        event_id: randomUUID(),
        query: 'lamp',
        results_count: 3,
        channel: 'overlay',
      }),
    push: (n) =>
      ask('POST', '/api/v1/index', keys.indexer, {
        source: 'bench',
        documents: Array.from({ length: 100 }, (_, i) => ({ id: `b${n}-${i}`, title: `Bench ${n} ${i}`, url: '/b' })),
      }),
  };
  await phase('before', kinds, { search: 8, tracking: 8, push: 1 }, 5);
  await phase('ten times that', kinds, { search: 80, tracking: 80, push: 10 }, SECONDS);
  await phase('fifty times', kinds, { search: 400, tracking: 400, push: 50 }, 10);
  await phase('after', kinds, { search: 8, tracking: 8, push: 1 }, 5);
} finally {
  service.kill('SIGTERM');
  await new Promise((resolve) => service.once('exit', resolve));
  await rm(dataDir, { recursive: true, force: true });
}

async function started() {
  let said = '';
  for await (const chunk of service.stdout) {
    said += chunk;
    if (/Stop with Ctrl-C/.test(said)) break;
  }
  const word = (pattern) => pattern.exec(said)[1];
  const [secret, publik, indexer] = [/(mb_sk_live_\w+)/, /(mb_pk_live_\w+)/, /(mb_ix_live_\w+)/].map(word);
  return { url: word(/ready at (\S+)/), keys: { secret, public: publik, indexer } };
}

function asker(base) {
  return (method, path, key, body) =>
    new Promise((resolve, reject) => {
      const headers = { authorization: `Bearer ${key}`, ...(body ? { 'content-type': 'application/json' } : {}) };
      const from = performance.now();
      const outgoing = request(base + path, { method, headers, agent }, (answer) => {
        answer.resume().on('end', () => resolve({ status: answer.statusCode, ms: performance.now() - from }));
      });
      outgoing.on('error', reject).end(body && JSON.stringify(body));
    });
}

async function phase(name, kinds, lanes, seconds) {
  const until = performance.now() + seconds * 1_000;
  const rows = Object.entries(kinds).map(async ([kind, send]) => {
    const answers = [];
    let number = 0;
    const lane = async () => {
      while (performance.now() < until) answers.push(await send(number++));
    };
    await Promise.all(Array.from({ length: lanes[kind] }, lane));
    const times = answers
      .filter(({ status }) => status < 400)
      .map(({ ms }) => ms)
      .sort((a, b) => a - b);
    const at = (share) => (times[Math.min(times.length - 1, Math.floor(times.length * share))] ?? NaN).toFixed(0);
    const refused = Object.groupBy(
      answers.filter(({ status }) => status >= 400),
      ({ status }) => status,
    );
    const counts = Object.entries(refused).map(([status, list]) => `${list.length} × ${status}`);
    return `  ${kind.padEnd(9)} ${String(lanes[kind]).padStart(4)} at once  ${(times.length / seconds).toFixed(0).padStart(6)}/s  p50 ${at(0.5).padStart(5)} ms  p99 ${at(0.99).padStart(5)} ms  refused: ${counts.join(', ') || 'none'}`;
  });
  console.log(`${name}, ${seconds} s\n${(await Promise.all(rows)).join('\n')}`);
}
