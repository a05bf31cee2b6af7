import { mkdirSync, readdirSync, readFileSync, readlinkSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { readdir, utimes } from 'node:fs/promises';
import { hostname } from 'node:os';
import { basename, dirname, join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';

/** Milliseconds between signs of life. */
const BEAT = 2_000;
/** A holder that cannot be looked at is given up when it gave none for so long. */
const GIVEN_UP_AFTER = 10_000;
const LOOK_EVERY = 200;

interface Holder {
  /** Machine and space of process numbers: only from within can a number be asked. */
  place: string;
  pid: number;
  startedAt: string | null;
  released?: true;
}

interface Generation {
  number: number;
  /** Null when the file cannot be read: it is just being written, or was cut off. */
  holder: Holder | null;
}

export interface FolderClaimOptions {
  /** Called when another process took the folder: this one gave no sign of life for too long. */
  lost?: () => void;
  /** Milliseconds. */
  beat?: number;
  givenUpAfter?: number;
}

/**
 * Two processes that kept their snapshots in one folder would remove each other's files. Who takes the folder creates the
 * file of the next number beside it, which the system lets only one do, and touches it as a sign of life; the highest
 * number holds. A holder on this machine is asked by its process number; of one in another container or on another machine
 * only the signs of life tell. They are compared with each other, never with a clock: clocks of machines differ.
 */
export class FolderClaim {
  readonly #folder: string;
  readonly #options: FolderClaimOptions;
  #held: { number: number; timer: NodeJS.Timeout } | null = null;
  /** The last sign of life of the present holder, and when it was first seen. */
  #seen = { number: 0, sign: 0, at: 0 };

  constructor(folder: string, options: FolderClaimOptions = {}) {
    this.#folder = folder;
    this.#options = options;
  }

  get held(): boolean {
    return this.#held !== null;
  }

  /** False when another living process has the folder. With `patience` it waits until it is sure, else it says no. */
  async take(patience: boolean): Promise<boolean> {
    if (this.#held) return true;
    mkdirSync(dirname(this.#folder), { recursive: true });
    for (;;) {
      const newest = this.#newest();
      const state = newest ? this.#stateOf(newest) : 'free';
      if (state === 'held' || (state === 'unsure' && !patience)) return false;
      if (state === 'unsure') await delay(LOOK_EVERY);
      else if (this.#create((newest?.number ?? 0) + 1)) return true;
    }
  }

  release(): void {
    if (!this.#held) return;
    const { number, timer } = this.#held;
    this.#held = null;
    clearInterval(timer);
    // The number stays taken: were it free again, a slow start could take it beside a faster one.
    if (this.#newest()?.number === number) writeFileSync(this.#path(number), record({ released: true }));
  }

  #create(number: number): boolean {
    try {
      writeFileSync(this.#path(number), record(), { flag: 'wx', mode: 0o600 });
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code === 'EEXIST') return false;
      throw error;
    }
    const numbers = this.#numbers();
    if (Math.max(...numbers) !== number) {
      // Late: others have come and gone since the look.
      rmSync(this.#path(number), { force: true });
      return false;
    }
    for (const older of numbers) if (older < number) rmSync(this.#path(older), { force: true });
    this.#held = { number, timer: setInterval(() => void this.#beat(number), this.#options.beat ?? BEAT).unref() };
    return true;
  }

  async #beat(number: number): Promise<void> {
    try {
      const now = new Date();
      const newest = Math.max(...this.#numbersIn(await readdir(dirname(this.#folder))));
      if (newest === number) return await utimes(this.#path(number), now, now);
    } catch (error) {
      // A disk that fails for a moment takes nothing away; a file that is gone does.
      if ((error as NodeJS.ErrnoException).code !== 'ENOENT') return;
    }
    if (this.#held?.number !== number) return;
    clearInterval(this.#held.timer);
    this.#held = null;
    this.#options.lost?.();
  }

  #stateOf({ number, holder }: Generation): 'free' | 'held' | 'unsure' {
    if (holder?.released) return 'free';
    if (holder?.place === PLACE) {
      const state = stateOfProcess(holder);
      if (state !== 'unsure') return state;
    }
    const sign = this.#signOf(number);
    if (this.#seen.number !== number) {
      this.#seen = { number, sign, at: performance.now() };
      return 'unsure';
    }
    if (this.#seen.sign !== sign) {
      this.#seen = { number, sign, at: performance.now() };
      return 'held';
    }
    return performance.now() - this.#seen.at > (this.#options.givenUpAfter ?? GIVEN_UP_AFTER) ? 'free' : 'unsure';
  }

  #signOf(number: number): number {
    return statSync(this.#path(number), { throwIfNoEntry: false })?.mtimeMs ?? 0;
  }

  #newest(): Generation | null {
    const numbers = this.#numbers();
    if (numbers.length === 0) return null;
    const number = Math.max(...numbers);
    return { number, holder: readHolder(this.#path(number)) };
  }

  #numbers(): number[] {
    try {
      return this.#numbersIn(readdirSync(dirname(this.#folder)));
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code === 'ENOENT') return [];
      throw error;
    }
  }

  #numbersIn(names: readonly string[]): number[] {
    const start = `${basename(this.#folder)}.owner-`;
    return names
      .filter((name) => name.startsWith(start))
      .map((name) => Number(name.slice(start.length)))
      .filter((number) => Number.isSafeInteger(number) && number > 0);
  }

  #path(number: number): string {
    return join(dirname(this.#folder), `${basename(this.#folder)}.owner-${number}`);
  }
}

/** Containers have process numbers of their own, and mostly a name of their own. */
const PLACE = [hostname(), readText('/proc/sys/kernel/random/boot_id').trim(), linkAt('/proc/self/ns/pid')].join(' ');

function record(more: Partial<Holder> = {}): string {
  const { pid } = process;
  const holder: Holder = { place: PLACE, pid, startedAt: startOf(pid), ...more };
  return JSON.stringify(holder);
}

function readHolder(path: string): Holder | null {
  try {
    const value = JSON.parse(readText(path)) as Partial<Holder> | null;
    return typeof value?.pid === 'number' && typeof value.place === 'string' ? (value as Holder) : null;
  } catch {
    return null;
  }
}

/** Of a process on this machine. Our own number with our own start is ourselves: an engine that was not closed. */
function stateOfProcess({ pid, startedAt }: Holder): 'free' | 'held' | 'unsure' {
  if (!isAlive(pid)) return 'free';
  const start = startOf(pid);
  if (start === null || startedAt === null) return pid === process.pid ? 'free' : 'unsure';
  return start !== startedAt || pid === process.pid ? 'free' : 'held';
}

function isAlive(pid: number): boolean {
  if (!Number.isSafeInteger(pid) || pid <= 0) return false;
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}

/** When a process began, in the system's own unit; null where it does not tell. */
function startOf(pid: number): string | null {
  const stat = readText(`/proc/${pid}/stat`);
  // Field 22 of proc(5), counted from behind the name in parentheses.
  return stat.slice(stat.lastIndexOf(')') + 2).split(' ')[19] ?? null;
}

function readText(path: string): string {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    return '';
  }
}

function linkAt(path: string): string {
  try {
    return readlinkSync(path);
  } catch {
    return '';
  }
}
