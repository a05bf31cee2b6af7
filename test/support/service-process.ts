import { spawn, type ChildProcess } from 'node:child_process';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

/** This checkout. */
const root = fileURLToPath(new URL('../../', import.meta.url));

export interface Ended {
  code: number | null;
  signal: NodeJS.Signals | null;
  stdout: string;
  stderr: string;
}

/** A built program of ours as a process of its own, or what a person types. */
export class Program {
  readonly child: ChildProcess;
  readonly ended: Promise<Ended>;
  #stdout = '';
  #stderr = '';

  constructor(script: 'main.js' | 'cli.js' | 'npm', args: string[], env: Record<string, string>, checkout = root) {
    const command = script === 'npm' ? ['npm'] : [process.execPath, join(checkout, 'dist', 'src', script)];
    this.child = spawn(command[0]!, [...command.slice(1), ...args], {
      cwd: checkout,
      // Nothing of the test run's own settings: only what the test gives.
      env: { PATH: process.env.PATH, HOME: process.env.HOME, TZ: process.env.TZ, TMPDIR: process.env.TMPDIR, ...env },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    this.child.stdout!.on('data', (chunk) => (this.#stdout += String(chunk)));
    this.child.stderr!.on('data', (chunk) => (this.#stderr += String(chunk)));
    this.ended = new Promise((resolve) =>
      this.child.once('close', (code, signal) => resolve({ code, signal, stdout: this.#stdout, stderr: this.#stderr })),
    );
  }

  get stdout(): string {
    return this.#stdout;
  }

  /** Resolves when the text is on stdout; rejects with what was said when the program ends before. */
  async until(text: string | RegExp): Promise<string> {
    const matches = (): boolean => (typeof text === 'string' ? this.#stdout.includes(text) : text.test(this.#stdout));
    while (!matches()) {
      const next = new Promise<null>((resolve) => this.child.stdout!.once('data', () => resolve(null)));
      const end = await Promise.race([next, this.ended]);
      if (end && !matches()) throw new Error(`ended with ${end.code ?? end.signal}: ${end.stdout}${end.stderr}`);
    }
    return this.#stdout;
  }

  async stop(signal: NodeJS.Signals = 'SIGTERM'): Promise<Ended> {
    if (this.child.exitCode === null && this.child.signalCode === null) this.child.kill(signal);
    return this.ended;
  }
}

export interface StartedService {
  program: Program;
  url: string;
  keys: { public: string; secret: string; indexer: string };
  output: string;
}

/** `npm start` without npm: waits until it says that it is ready. */
export async function startServiceProcess(env: Record<string, string>, checkout?: string): Promise<StartedService> {
  const program = new Program('main.js', [], { PORT: String(await freePort()), LOG_LEVEL: 'warn', ...env }, checkout);
  try {
    const output = await program.until(/Stop with Ctrl-C|tenant create/);
    const word = (pattern: RegExp): string => pattern.exec(output)?.[1] ?? '';
    const keys = {
      public: word(/(mb_pk_live_\w+)/),
      secret: word(/(mb_sk_live_\w+)/),
      indexer: word(/(mb_ix_live_\w+)/),
    };
    return { program, url: word(/ready at (\S+)/), keys, output };
  } catch (error) {
    await program.stop('SIGKILL');
    throw error;
  }
}

export async function runCommand(args: string[], env: Record<string, string>, checkout?: string): Promise<Ended> {
  return new Program('cli.js', args, env, checkout).ended;
}

export function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const server = createServer();
    server.once('error', reject);
    server.listen(0, '127.0.0.1', () => {
      const { port } = server.address() as { port: number };
      server.close(() => resolve(port));
    });
  });
}
