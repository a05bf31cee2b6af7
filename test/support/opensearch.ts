import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { poll } from './poll.ts';

const START = join(import.meta.dirname, 'opensearch', 'start-cluster.sh');
/** Milliseconds. */
const PATIENCE = 240_000;

/** A real OpenSearch cluster on this machine. */
export class OpenSearchCluster {
  private readonly child: ChildProcess;
  private readonly folder: string;
  /** One URL a node. */
  readonly nodes: readonly string[];

  private constructor(child: ChildProcess, folder: string, nodes: readonly string[]) {
    this.child = child;
    this.folder = folder;
    this.nodes = nodes;
  }

  static async start(nodes = 1): Promise<OpenSearchCluster> {
    const folder = await mkdtemp(join(tmpdir(), 'mirabel-opensearch-'));
    const child = spawn(START, [String(nodes), folder], { stdio: ['ignore', 'pipe', 'pipe'] });
    const told: string[] = [];
    child.stderr!.on('data', (data) => told.push(String(data)));
    const urls: string[] = [];
    const late = setTimeout(() => child.kill(), PATIENCE);
    for await (const line of createInterface({ input: child.stdout! })) {
      urls.push(line);
      if (urls.length === nodes) break;
    }
    clearTimeout(late);
    if (urls.length < nodes) throw new Error(`The cluster did not start: ${told.join('').slice(-2_000)}`);
    return new OpenSearchCluster(child, folder, urls);
  }

  /** Kills a node, counting from 1, as a crash would. One that is only just back writes down its process last. */
  async kill(node: number): Promise<void> {
    const file = join(this.folder, `node-${node}`, 'pid');
    const pid = Number(await poll(() => readFile(file, 'utf8').catch(() => null), 200));
    process.kill(pid, 'SIGKILL');
    // On a slow machine it dies a while later; one that still runs is not started again.
    await poll(async () => (runs(pid) ? null : true), 200);
  }

  /** Starts again every node that is down. */
  heal(): void {
    this.child.kill('SIGUSR1');
  }

  async ask(method: string, path: string, body?: unknown): Promise<unknown> {
    const answer = await fetch(`${this.nodes[0]}${path}`, {
      method,
      ...(body !== undefined && { body: JSON.stringify(body), headers: { 'content-type': 'application/json' } }),
    });
    return answer.json();
  }

  async stop(): Promise<void> {
    const gone = once(this.child, 'exit');
    this.child.kill('SIGTERM');
    await gone;
    await rm(this.folder, { recursive: true, force: true });
  }
}

function runs(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
}
