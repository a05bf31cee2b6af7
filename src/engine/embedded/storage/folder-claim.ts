import { mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';

/**
 * Two processes that kept their snapshots in one folder would remove each other's files. The first one to open an index
 * claims the folder, in a file beside it; one that died, also by `kill -9`, has lost its claim.
 */
export class FolderClaim {
  readonly #file: string;
  readonly #own = describe(process.pid);

  constructor(folder: string) {
    this.#file = `${folder}.owner`;
  }

  /** False when another living process has the folder. */
  take(): boolean {
    mkdirSync(dirname(this.#file), { recursive: true });
    try {
      writeFileSync(this.#file, this.#own, { flag: 'wx', mode: 0o600 });
      return true;
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
    }
    if (this.#isHeldByAnother()) return false;
    const draft = `${this.#file}.${process.pid}`;
    writeFileSync(draft, this.#own, { mode: 0o600 });
    renameSync(draft, this.#file);
    // Of two that take over at once, the later one has it.
    return this.#read() === this.#own;
  }

  release(): void {
    if (this.#read() === this.#own) rmSync(this.#file, { force: true });
  }

  #isHeldByAnother(): boolean {
    const holder = this.#read();
    const pid = Number(holder.split(' ')[0]);
    return Number.isInteger(pid) && pid > 0 && pid !== process.pid && isAlive(pid) && describe(pid) === holder;
  }

  #read(): string {
    try {
      return readFileSync(this.#file, 'utf8');
    } catch {
      return '';
    }
  }
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}

/** A process by its number and, where the system tells, its start: numbers are used again. */
function describe(pid: number): string {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
    // Field 22 of proc(5), counted from behind the name in parentheses.
    return `${pid} ${stat.slice(stat.lastIndexOf(')') + 2).split(' ')[19]}`;
  } catch {
    return `${pid}`;
  }
}
