import { randomBytes, scrypt, timingSafeEqual, type ScryptOptions } from 'node:crypto';
import { promisify } from 'node:util';
import { Injectable } from '@nestjs/common';
import { ApiError } from '../../kernel/errors.ts';

const derive = promisify<string, Buffer, number, ScryptOptions, Buffer>(scrypt);

/** OWASP's parameters: 128 MiB and a few tenths of a second each. */
const LOG_COST = 17;
const BLOCK = 8;
const KEY_BYTES = 32;
const SALT_BYTES = 16;
const FORM = /^scrypt\$(\d{1,2})\$(\d{1,2})\$([\w-]{22})\$([\w-]{43})$/;

/** At once: each takes a thread that files and name look-ups use too, and its memory. */
const AT_ONCE = 2;
const WAITING = 64;

/** Hashes passwords on the thread pool, a few at a time; who comes when the queue is full is told so. */
@Injectable()
export class PasswordHasher {
  #running = 0;
  readonly #waiting: (() => void)[] = [];
  /** Compared with when there is no account, so that both answers take as long. */
  #nobody: Promise<string> | null = null;

  async hash(password: string): Promise<string> {
    const salt = randomBytes(SALT_BYTES);
    const key = await this.#derive(password, salt, LOG_COST, BLOCK);
    return ['scrypt', LOG_COST, BLOCK, salt.toString('base64url'), key.toString('base64url')].join('$');
  }

  /** False also for null, after the same work. @throws ApiError `overloaded` */
  async verify(password: string, stored: string | null): Promise<boolean> {
    const form = FORM.exec(stored ?? (await (this.#nobody ??= this.hash(randomBytes(SALT_BYTES).toString('hex')))));
    if (!form) return false;
    const [, logCost, block, salt, expected] = form as unknown as [string, string, string, string, string];
    const key = await this.#derive(password, Buffer.from(salt, 'base64url'), Number(logCost), Number(block));
    return timingSafeEqual(key, Buffer.from(expected, 'base64url')) && stored !== null;
  }

  async #derive(password: string, salt: Buffer, logCost: number, block: number): Promise<Buffer> {
    await this.#turn();
    try {
      const cost = 2 ** logCost;
      // The same letters, however a keyboard composes them.
      return await derive(password.normalize('NFKC'), salt, KEY_BYTES, {
        N: cost,
        r: block,
        p: 1,
        maxmem: 256 * cost * block,
      });
    } finally {
      const next = this.#waiting.shift();
      if (next) next();
      else this.#running--;
    }
  }

  async #turn(): Promise<void> {
    if (this.#running < AT_ONCE) return void this.#running++;
    if (this.#waiting.length >= WAITING) {
      throw new ApiError('overloaded', 'Too many people sign in at this moment.', { retryAfter: 5 });
    }
    await new Promise<void>((resolve) => this.#waiting.push(resolve));
  }
}
