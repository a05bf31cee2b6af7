import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { createServer, type AddressInfo } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';
import type { PostgresBinaries } from './binaries.ts';
import { launch, type LaunchMethod } from './launch-method.ts';
import { serverArguments } from './server-settings.ts';
import { ServerLog } from './server-log.ts';
import { readPostmasterFile } from './stale-server.ts';

const START_TIMEOUT_MS = 120_000;
const POLL_MS = 10;
const PORT_ATTEMPTS = 5;
const PORT_TAKEN = /could not (bind|create any TCP\/IP sockets)/;

export interface ServerOptions {
  dataDir: string;
  cluster: string;
  binaries: PostgresBinaries;
  method: LaunchMethod;
  durable: boolean;
  /** Default: a free one. */
  port?: number;
  /** Not this one, though it is free. */
  reservedPort?: number;
}

/** A running server process. */
export class PostgresServer {
  readonly port: number;
  readonly pid: number;
  readonly #child: ChildProcess;
  readonly #log: ServerLog;
  readonly #exited: Promise<void>;
  readonly #exitListeners: ((detail: string) => void)[] = [];
  readonly #onProcessExit = (): void => void this.#child.kill('SIGINT');
  #stopping: Promise<void> | null = null;
  #unexpectedExit: string | null = null;

  constructor(child: ChildProcess, port: number, log: ServerLog) {
    this.#child = child;
    this.#log = log;
    this.port = port;
    this.pid = child.pid!;
    this.#exited = hasExited(child) ? Promise.resolve() : once(child, 'exit').then(() => undefined);
    void this.#exited.then(() => this.#reportExit());
    // Where the kernel cannot tie the server to this process; a kill -9 is left to the next start.
    process.once('exit', this.#onProcessExit);
    child.unref();
  }

  /** Called once, also when the server has ended before; not after `stop`. */
  onExit(listener: (detail: string) => void): void {
    const detail = this.#unexpectedExit;
    if (detail === null) this.#exitListeners.push(listener);
    else queueMicrotask(() => listener(detail));
  }

  /** Fast shutdown: open transactions are rolled back. At most 20 s, also when the server hangs. */
  stop(): Promise<void> {
    this.#stopping ??= this.#stop();
    return this.#stopping;
  }

  async #stop(): Promise<void> {
    process.off('exit', this.#onProcessExit);
    this.#child.ref();
    await endChild(this.#child, this.#exited);
  }

  async #reportExit(): Promise<void> {
    process.off('exit', this.#onProcessExit);
    if (this.#stopping) return;
    const detail = `PostgreSQL ended (${howItEnded(this.#child)}). ${await this.#log.tail()}`.trimEnd();
    this.#unexpectedExit = detail;
    for (const listener of this.#exitListeners) listener(detail);
  }
}

export async function startServer(options: ServerOptions): Promise<PostgresServer> {
  const log = new ServerLog(options.dataDir);
  for (let attempt = 1; ; attempt++) {
    const port = options.port ?? (await findFreePort(options.reservedPort));
    const child = await spawnServer(options, port, log);
    const failure = await waitUntilReady(child, options.cluster);
    if (failure === null) return new PostgresServer(child, port, log);
    const lines = await log.tail();
    // Another program took the port after it was found free.
    if (!options.port && attempt < PORT_ATTEMPTS && PORT_TAKEN.test(lines)) continue;
    throw new Error(`PostgreSQL did not start (${failure}). Last lines of ${log.path}:\n${lines}`);
  }
}

async function spawnServer(options: ServerOptions, port: number, log: ServerLog): Promise<ChildProcess> {
  const { cluster, durable, method, binaries } = options;
  const output = await log.open(method.owner);
  try {
    const args = serverArguments({ cluster, port, durable });
    return launch(method, binaries.postgres, args, ['ignore', output.fd, output.fd]);
  } finally {
    await output.close();
  }
}

/** Null when the server takes connections, else why it does not. The child has ended in that case. */
async function waitUntilReady(child: ChildProcess, cluster: string): Promise<string | null> {
  let spawnError: string | null = null;
  child.once('error', (error) => (spawnError = error.message));
  const deadline = Date.now() + START_TIMEOUT_MS;
  while (Date.now() < deadline) {
    if (spawnError !== null) return spawnError;
    if (hasExited(child)) return howItEnded(child);
    const file = await readPostmasterFile(cluster);
    if (file?.pid === child.pid && file?.status === 'ready') return null;
    await delay(POLL_MS);
  }
  await endChild(child, once(child, 'exit'));
  return `not ready after ${START_TIMEOUT_MS / 1000} s`;
}

async function endChild(child: ChildProcess, exited: Promise<unknown>): Promise<void> {
  for (const [name, patience] of [
    ['SIGINT', 10_000],
    ['SIGQUIT', 5_000],
    ['SIGKILL', 5_000],
  ] as const) {
    if (hasExited(child)) return;
    child.kill(name);
    const waiting = new AbortController();
    const timeout = delay(patience, undefined, { signal: waiting.signal }).catch(() => undefined);
    await Promise.race([exited, timeout]);
    waiting.abort();
  }
}

function hasExited(child: ChildProcess): boolean {
  return child.exitCode !== null || child.signalCode !== null;
}

function howItEnded(child: ChildProcess): string {
  return child.signalCode ? `signal ${child.signalCode}` : `exit code ${child.exitCode}`;
}

/** `anyFree` may well propose the reserved one: nobody listens there yet. */
export async function findFreePort(reserved?: number, anyFree = anyFreePort): Promise<number> {
  for (;;) {
    const port = await anyFree();
    if (port !== reserved) return port;
  }
}

async function anyFreePort(): Promise<number> {
  const server = createServer();
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  server.close();
  await once(server, 'close');
  return port;
}
