import { fork } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';

/** The other end of `subject.mjs`. */
export class Subject {
  #child;

  constructor(name, child, { reindexes }) {
    this.name = name;
    this.reindexes = reindexes;
    this.#child = child;
  }

  /** Null when its packages are not installed. */
  static async start(name, args) {
    const child = fork(fileURLToPath(new URL('subject.mjs', import.meta.url)), [name, ...args], {
      execArgv: ['--max-old-space-size=8192', '--expose-gc'],
      serialization: 'advanced',
    });
    const [hello] = await once(child, 'message');
    if (!hello.missing) return new Subject(name, child, hello);
    await once(child, 'exit');
    return null;
  }

  async ask(action, rest = {}) {
    this.#child.send({ action, ...rest });
    const [answer] = await once(this.#child, 'message');
    if (answer.failed) throw new Error(`${this.name}: ${answer.failed}`);
    return answer.result;
  }

  async stop() {
    if (this.#child.exitCode !== null || this.#child.signalCode !== null) return;
    const gone = once(this.#child, 'exit');
    this.#child.kill();
    await gone;
  }
}
