import { spawn, type ChildProcess } from 'node:child_process';
import { connect } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';

/** A server of the machine that a test starts, hurts and stops. */
export class Daemon {
  #child: ChildProcess | null = null;

  constructor(
    private readonly program: string,
    private readonly args: readonly string[],
    readonly port: number,
    private readonly uid?: number,
  ) {}

  async start(): Promise<this> {
    const child = spawn(this.program, this.args, {
      stdio: 'ignore',
      ...(this.uid === undefined ? {} : { uid: this.uid }),
    });
    this.#child = child;
    const deadline = performance.now() + 20_000;
    while (!(await accepts(this.port))) {
      if (child.exitCode !== null) throw new Error(`${this.program} ended with ${child.exitCode}`);
      if (performance.now() > deadline) throw new Error(`${this.program} does not listen`);
      await pause(20);
    }
    return this;
  }

  freeze(): void {
    this.#child!.kill('SIGSTOP');
  }

  thaw(): void {
    this.#child!.kill('SIGCONT');
  }

  async kill(): Promise<void> {
    const child = this.#child;
    if (!child || child.exitCode !== null || child.signalCode !== null) return;
    const ended = new Promise((resolve) => child.once('exit', resolve));
    child.kill('SIGKILL');
    await ended;
  }
}

function accepts(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect({ port, host: '127.0.0.1' });
    const end = (open: boolean): void => {
      socket.destroy();
      resolve(open);
    };
    socket.once('connect', () => end(true));
    socket.once('error', () => end(false));
  });
}
