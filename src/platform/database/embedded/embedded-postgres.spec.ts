import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { readdirSync, readFileSync } from 'node:fs';
import { chmod, chown, mkdir, mkdtemp, readFile, readdir, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { setTimeout as delay } from 'node:timers/promises';
import { Client } from 'pg';
import { findEmbeddedPostgres, startEmbeddedPostgres, type EmbeddedPostgres } from './index.ts';
import { postgresProcessesIn, processStart } from './process-table.ts';

const NOBODY = { uid: 65_534, gid: 65_534 };
const asRoot = process.getuid?.() === 0;
const describeAsRoot = asRoot && process.platform === 'linux' ? describe : describe.skip;

let base: string;
const children: ChildProcess[] = [];
const servers: EmbeddedPostgres[] = [];

beforeEach(async () => {
  base = await mkdtemp(join(tmpdir(), 'mirabel-pg-'));
  await chmod(base, 0o755);
});

afterEach(async () => {
  for (const child of children.splice(0)) await kill(child);
  for (const server of servers.splice(0)) await server.stop();
  for (const name of await readdir(base)) await noServerIn(join(base, name));
  await rm(base, { recursive: true, force: true });
});

interface Started {
  ready?: { url: string; port: number; pid: number; recovered: boolean; firstStart: boolean };
  error?: { name: string; message: string };
}

/** An application in a process of its own; answers with what `startEmbeddedPostgres` gave. */
async function startElsewhere(
  dataDir: string,
  options: { as?: typeof NOBODY; path?: string } = {},
): Promise<Started & { child: ChildProcess }> {
  const script = `
    const { startEmbeddedPostgres } = await import(${JSON.stringify(new URL('./index.ts', import.meta.url).href)});
    try {
      const { stop, onExit, ...ready } = await startEmbeddedPostgres({ dataDir: process.argv[1], durable: false });
      process.on('SIGTERM', () => stop().then(() => process.exit(0)));
      setInterval(() => {}, 1000);
      console.log(JSON.stringify({ ready }));
    } catch ({ name, message }) {
      console.log(JSON.stringify({ error: { name, message } }));
    }`;
  const child = spawn(process.execPath, ['--input-type=module', '-e', script, dataDir], {
    ...options.as,
    cwd: '/',
    env: { PATH: options.path ?? process.env.PATH },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  children.push(child);
  for await (const line of createInterface({ input: child.stdout! })) {
    return { child, ...(JSON.parse(line) as Started) };
  }
  throw new Error('the process ended without an answer');
}

async function start(dataDir: string): Promise<EmbeddedPostgres> {
  const server = await startEmbeddedPostgres({ dataDir, durable: false });
  servers.push(server);
  return server;
}

async function kill(child: ChildProcess, name: NodeJS.Signals = 'SIGKILL'): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const exited = once(child, 'exit');
  child.kill(name);
  await exited;
}

async function noServerIn(dataDir: string): Promise<void> {
  while (postgresProcessesIn(join(dataDir, 'postgres')).length > 0) await delay(10);
}

async function query(url: string, sql: string): Promise<Record<string, unknown>[]> {
  const client = new Client({ connectionString: url });
  await client.connect();
  try {
    return (await client.query<Record<string, unknown>>(sql)).rows;
  } finally {
    await client.end();
  }
}

async function putRow(url: string): Promise<void> {
  await query(url, "create table kept (word text); insert into kept values ('still here')");
}

async function expectRow(url: string): Promise<void> {
  expect(await query(url, 'select word from kept')).toEqual([{ word: 'still here' }]);
}

describe('a data folder', () => {
  it('is created once, keeps its data and starts again', async () => {
    const dataDir = join(base, 'new', 'data');
    const first = await start(dataDir);
    expect(first).toMatchObject({ firstStart: true, recovered: false });
    await putRow(first.url);
    await first.stop();
    const second = await start(dataDir);
    expect(second).toMatchObject({ firstStart: false, recovered: false });
    await expectRow(second.url);
  });

  it('lets in only who has the password, which nobody else can read', async () => {
    const dataDir = join(base, 'data');
    const { url, pid } = await start(dataDir);
    const password = (await readFile(join(dataDir, 'postgres.password'), 'utf8')).trim();
    expect(url).toContain(`:${password}@127.0.0.1:`);
    expect((await stat(join(dataDir, 'postgres.password'))).mode & 0o777).toBe(0o600);
    expect(readFileSync(`/proc/${pid}/cmdline`, 'utf8')).not.toContain(password);
    await expect(query(url.replace(password, 'wrong'), 'select 1')).rejects.toThrow('password authentication failed');
    const settings = await query(
      url,
      `select current_setting('unix_socket_directories') as sockets, current_setting('listen_addresses') as addresses,
         (select rolpassword like 'SCRAM-SHA-256%' from pg_authid where rolname = 'mirabel') as scram,
         (select datlocprovider::text || ' ' || datlocale from pg_database where datname = 'mirabel') as locale`,
    );
    expect(settings).toEqual([{ sockets: '', addresses: '127.0.0.1', scram: true, locale: 'b C.UTF-8' }]);
  });

  it('is made anew when its creation was cut off', async () => {
    const dataDir = join(base, 'data');
    const leftover = join(dataDir, 'postgres.new-0123456789ab');
    await mkdir(leftover, { recursive: true });
    await writeFile(join(leftover, 'PG_VERSION'), '18\n');
    await mkdir(join(dataDir, 'postgres'));
    const server = await start(dataDir);
    expect(server.firstStart).toBe(true);
    expect((await readdir(dataDir)).filter((name) => name.startsWith('postgres.new-'))).toEqual([]);
  });

  it('says in the error what the server logged', async () => {
    const dataDir = join(base, 'data');
    await (await start(dataDir)).stop();
    await writeFile(join(dataDir, 'postgres', 'PG_VERSION'), '9\n');
    await expect(start(dataDir)).rejects.toThrow(/did not start \(exit code 1\)[^]*database files are incompatible/);
    await writeFile(join(dataDir, 'postgres', 'PG_VERSION'), '18\n');
    await start(dataDir);
  });

  it('does not stand in the way of another one', async () => {
    const both = await Promise.all([start(join(base, 'a')), start(join(base, 'b'))]);
    expect(both[0].port).not.toBe(both[1].port);
    for (const { url } of both) await putRow(url);
  });
});

describe('two processes', () => {
  it('never share a folder: one of two racing starts is told who has it', async () => {
    const dataDir = join(base, 'data');
    const both = await Promise.all([startElsewhere(dataDir), startElsewhere(dataDir)]);
    const winner = both.find(({ ready }) => ready);
    const loser = both.find(({ error }) => error);
    expect(loser?.error).toEqual({
      name: 'DataDirInUseError',
      message: `${dataDir} is in use by process ${winner!.child.pid}`,
    });
    expect(await findEmbeddedPostgres(dataDir)).toEqual({ url: winner!.ready!.url, ownerPid: winner!.child.pid });
    await kill(winner!.child, 'SIGTERM');
    expect(await findEmbeddedPostgres(dataDir)).toBeNull();
  });

  it('do not find a database where there is no folder', async () => {
    expect(await findEmbeddedPostgres(join(base, 'missing'))).toBeNull();
  });
});

describe('after kill -9', () => {
  it('of the application, the server ends by itself and the next start has the data', async () => {
    const dataDir = join(base, 'data');
    const { ready, child } = await startElsewhere(dataDir);
    await putRow(ready!.url);
    await kill(child);
    const next = await start(dataDir);
    expect(next).toMatchObject({ recovered: true, firstStart: false });
    await expectRow(next.url);
  });

  it('of the application and the server, the next start has the data', async () => {
    const dataDir = join(base, 'data');
    const { ready, child } = await startElsewhere(dataDir);
    await putRow(ready!.url);
    process.kill(ready!.pid, 'SIGKILL');
    await kill(child);
    const next = await start(dataDir);
    expect(next.recovered).toBe(true);
    await expectRow(next.url);
  });

  it('of the application where the kernel cannot tie the two, the orphan is stopped first', async () => {
    const dataDir = join(base, 'data');
    const { ready, child } = await startElsewhere(dataDir, { path: '/nonexistent' });
    await putRow(ready!.url);
    await kill(child);
    expect(processStart(ready!.pid)).not.toBeNull();
    const next = await start(dataDir);
    expect(next.recovered).toBe(true);
    expect(processStart(ready!.pid)).toBeNull();
    await expectRow(next.url);
  });

  it.each([
    ['another program', () => process.pid],
    ['a thread', () => threadsOf(process.pid).find((id) => id !== process.pid)!],
    ['nobody', () => 2 ** 22 - 1],
  ])('a pid that belongs to %s now does not hold the folder', async (_, pid) => {
    const dataDir = join(base, 'data');
    await (await start(dataDir)).stop();
    const file = `${pid()}\n${join(dataDir, 'postgres')}\n1700000000\n5432\n\n127.0.0.1\n       0         0\nready   \n`;
    await writeFile(join(dataDir, 'postgres', 'postmaster.pid'), file, { mode: 0o600 });
    await writeFile(join(dataDir, 'mirabel-7.lock'), JSON.stringify({ pid: pid(), startedAt: 'earlier' }));
    expect((await start(dataDir)).recovered).toBe(true);
  });
});

describe('a left-over pid file', () => {
  it('that names the server of another folder leaves that one alone', async () => {
    const [mine, other] = [join(base, 'mine'), join(base, 'other')];
    const [first, neighbour] = await Promise.all([start(mine), start(other)]);
    await first.stop();
    const file = await readFile(join(other, 'postgres', 'postmaster.pid'), 'utf8');
    await writeFile(join(mine, 'postgres', 'postmaster.pid'), file.replace(other, mine), { mode: 0o600 });
    await start(mine);
    expect(await query(neighbour.url, 'select 1 as answer')).toEqual([{ answer: 1 }]);
  });

  it('that names a zombie does not hold the folder', async () => {
    const dataDir = join(base, 'data');
    await (await start(dataDir)).stop();
    const parent = spawn('/bin/sh', ['-c', '(exit 0) & echo $!; exec sleep 60'], {
      stdio: ['ignore', 'pipe', 'ignore'],
    });
    children.push(parent);
    const [line] = (await once(parent.stdout, 'data')) as [Buffer];
    await writeFile(join(dataDir, 'postgres', 'postmaster.pid'), `${line}/data\n1\n1\n\n127.0.0.1\n\nready\n`);
    expect((await start(dataDir)).recovered).toBe(true);
  });
});

describe('a server that died', () => {
  it('is reported with its log, and stop still ends', async () => {
    const server = await start(join(base, 'data'));
    const reported = new Promise<string>((resolve) => server.onExit(resolve));
    process.kill(server.pid, 'SIGKILL');
    expect(await reported).toMatch(/^PostgreSQL ended \(signal SIGKILL\)\..*ready to accept connections$/s);
    await server.stop();
    await server.stop();
    expect(await new Promise<string>((resolve) => server.onExit(resolve))).toContain('SIGKILL');
    expect((await start(join(base, 'data'))).recovered).toBe(true);
  });

  it('comes back on its port when somebody is told, until that is no accident any more', async () => {
    const restarts: string[] = [];
    let told = (): void => {};
    const onRestart = (detail: string): void => {
      restarts.push(detail);
      told();
    };
    const server = await startEmbeddedPostgres({ dataDir: join(base, 'data'), durable: false, onRestart });
    servers.push(server);
    await putRow(server.url);
    const lost = new Promise<string>((resolve) => server.onExit(resolve));
    for (let death = 1; death <= 5; death++) {
      const back = new Promise<void>((resolve) => (told = resolve));
      process.kill(server.pid, 'SIGKILL');
      await back;
      await expectRow(server.url);
    }
    expect(restarts[4]).toContain('signal SIGKILL');
    process.kill(server.pid, 'SIGKILL');
    expect(await lost).toContain('signal SIGKILL');
    expect(restarts).toHaveLength(5);
  });

  it('is not reported after stop', async () => {
    const server = await start(join(base, 'data'));
    const reports: string[] = [];
    server.onExit((detail) => reports.push(detail));
    await Promise.all([server.stop(), server.stop()]);
    expect(reports).toEqual([]);
    expect(await findEmbeddedPostgres(join(base, 'data'))).toBeNull();
  });
});

describeAsRoot('as root', () => {
  it('the server runs without root, in a group of its own', async () => {
    const { pid } = await start(join(base, 'data'));
    const status = readFileSync(`/proc/${pid}/status`, 'utf8');
    expect(status).toMatch(/^Uid:\t65534\t65534\t65534\t65534$/m);
    expect(status).toMatch(/^CapEff:\t0{16}$/m);
    expect(readFileSync(`/proc/${pid}/stat`, 'utf8')).toMatch(new RegExp(`\\) . ${process.pid} ${pid} `));
    const variables = readFileSync(`/proc/${pid}/environ`, 'utf8')
      .split('\0')
      .map((line) => line.split('=')[0]);
    expect(variables.filter(Boolean).sort()).toEqual(['LC_ALL', 'PATH', 'TZ']);
  });

  it('below a folder closed to others it gets no more than the right to read past it', async () => {
    await chmod(base, 0o700);
    const { url, pid } = await start(join(base, 'data'));
    await putRow(url);
    expect(readFileSync(`/proc/${pid}/status`, 'utf8')).toMatch(/^CapEff:\t0{15}[24]$/m);
  });

  it('a normal user and root can take turns', async () => {
    const dataDir = join(base, 'data');
    await mkdir(dataDir);
    await chown(dataDir, 1234, 1234);
    const user = { uid: 1234, gid: 1234 };
    const first = await startElsewhere(dataDir, { as: user });
    await putRow(first.ready!.url);
    await kill(first.child);
    const second = await start(dataDir);
    await expectRow(second.url);
    expect(readFileSync(`/proc/${second.pid}/status`, 'utf8')).toMatch(/^Uid:\t1234\t/m);
    await second.stop();
    const third = await startElsewhere(dataDir, { as: user });
    expect(third.error).toBeUndefined();
    await expectRow(third.ready!.url);
  });

  it('a user without rights in the folder is told so', async () => {
    await (await start(join(base, 'data'))).stop();
    const { error } = await startElsewhere(join(base, 'data'), { as: NOBODY });
    expect(error?.message).toContain('is not writable for this user');
  });
});

function threadsOf(pid: number): number[] {
  return readdirSync(`/proc/${pid}/task`).map(Number);
}
