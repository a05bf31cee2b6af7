import { Inject, Injectable } from '@nestjs/common';
import type { ThrottlerStorage } from '@nestjs/throttler';
import { CLOCK, type Clock } from '../../kernel/clock.ts';
import { GenerationCache } from '../../kernel/generation-cache.ts';

type ThrottlerStorageRecord = Awaited<ReturnType<ThrottlerStorage['increment']>>;

/** The last so many keys are remembered, and up to as many that were used before them. */
const REMEMBERED_KEYS = 50_000;

/** The last `limit` admissions of one key, oldest first, as a ring that grows to what is used. */
class Admissions {
  #times = new Float64Array(8);
  #start = 0;
  #count = 0;

  get count(): number {
    return this.#count;
  }

  oldest(): number {
    return this.#times[this.#start] ?? 0;
  }

  forgetUntil(time: number): void {
    while (this.#count > 0 && this.oldest() <= time) {
      this.#start = (this.#start + 1) % this.#times.length;
      this.#count--;
    }
  }

  add(time: number): void {
    if (this.#count === this.#times.length) {
      const grown = new Float64Array(this.#times.length * 2);
      for (let i = 0; i < this.#count; i++) grown[i] = this.#times[(this.#start + i) % this.#times.length]!;
      this.#times = grown;
      this.#start = 0;
    }
    this.#times[(this.#start + this.#count++) % this.#times.length] = time;
  }
}

/**
 * A sliding log: the time of every admitted request is kept, so that no window of `ttl`, wherever it begins, ever holds
 * more than `limit`. Refused requests are not counted, so that a client that keeps knocking gets in when its turn comes.
 */
@Injectable()
export class SlidingWindowStorage implements ThrottlerStorage {
  readonly #keys = new GenerationCache<Admissions>(REMEMBERED_KEYS);

  constructor(@Inject(CLOCK) private readonly clock: Clock) {}

  increment(key: string, ttl: number, limit: number): Promise<ThrottlerStorageRecord> {
    return Promise.resolve(this.admit(key, ttl, limit));
  }

  /** The same at once. */
  admit(key: string, ttl: number, limit: number): ThrottlerStorageRecord {
    const now = this.clock.now();
    let admissions = this.#keys.get(key);
    if (!admissions) this.#keys.set(key, (admissions = new Admissions()));
    admissions.forgetUntil(now - ttl);
    const isBlocked = admissions.count >= limit;
    if (!isBlocked) admissions.add(now);
    const timeToExpire = Math.ceil((admissions.oldest() + ttl - now) / 1000);
    return {
      totalHits: admissions.count + (isBlocked ? 1 : 0),
      timeToExpire,
      isBlocked,
      timeToBlockExpire: isBlocked ? timeToExpire : 0,
    };
  }
}
