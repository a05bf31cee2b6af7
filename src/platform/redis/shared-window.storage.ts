import { createHmac, randomUUID } from 'node:crypto';
import type { ThrottlerStorage } from '@nestjs/throttler';
import { LRUCache } from 'lru-cache';
import type { RedisLink } from './redis-link.ts';

type Admission = Awaited<ReturnType<ThrottlerStorage['increment']>>;

/** The sliding log of one key, by the clock of Redis, which all processes share. First what was admitted without it. */
const ADMIT = `
local time = redis.call('TIME')
local now = time[1] * 1000 + math.floor(time[2] / 1000)
redis.call('ZREMRANGEBYSCORE', KEYS[1], '-inf', now - ARGV[1])
for i = 1, tonumber(ARGV[4]) do
  redis.call('ZADD', KEYS[1], now, ARGV[3] .. ':' .. i)
end
local count = redis.call('ZCARD', KEYS[1])
local blocked = count >= tonumber(ARGV[2])
if not blocked then
  redis.call('ZADD', KEYS[1], now, ARGV[3])
end
redis.call('PEXPIRE', KEYS[1], ARGV[1])
local oldest = redis.call('ZRANGE', KEYS[1], 0, 0, 'WITHSCORES')[2]
return { count + 1, blocked and 1 or 0, oldest + ARGV[1] - now }`;

const MAX_KEYS = 100_000;

/**
 * Counts for all processes together. While Redis is away each counts for itself, with its share of the limit, and no
 * request fails. Neither change lets more through: a process also remembers what it admitted through Redis, and tells it
 * afterwards what it admitted without. Only a Redis that was emptied has forgotten what it counted itself.
 */
export class SharedWindowStorage implements ThrottlerStorage {
  readonly #process = randomUUID().slice(0, 8);
  /** Admitted here and not known to Redis, by key. */
  readonly #untold = new LRUCache<string, number>({ max: MAX_KEYS });
  #admitted = 0;

  constructor(
    private readonly redis: RedisLink,
    private readonly own: ThrottlerStorage,
    /** The same in every process: what is counted by an address must not stand in Redis as one. */
    private readonly secret: Buffer,
  ) {}

  async increment(key: string, ttl: number, limit: number, ...rest: [number, string]): Promise<Admission> {
    const counted = await this.#ask(key, ttl, limit);
    if (!counted) return this.#alone(key, ttl, limit, rest);
    const [totalHits, blocked, left] = counted;
    const isBlocked = blocked === 1;
    if (!isBlocked) await this.own.increment(key, ttl, limit, ...rest);
    const timeToExpire = Math.ceil(left / 1000);
    return { totalHits, timeToExpire, isBlocked, timeToBlockExpire: isBlocked ? timeToExpire : 0 };
  }

  async #ask(key: string, ttl: number, limit: number): Promise<[number, number, number] | null> {
    const untold = Math.min(this.#untold.get(key) ?? 0, limit);
    // Taken before the answer: of two requests at once only one tells it.
    if (untold > 0) this.#untold.delete(key);
    const counted = await this.redis.ask(async (client) => {
      const member = `${this.#process}${(this.#admitted++).toString(36)}`;
      return (await client.eval(ADMIT, 1, this.#name(key), ttl, limit, member, untold)) as [number, number, number];
    });
    if (!counted && untold > 0) this.#note(key, untold, ttl);
    return counted;
  }

  async #alone(key: string, ttl: number, limit: number, rest: [number, string]): Promise<Admission> {
    const share = Math.max(1, Math.floor(limit / this.redis.replicas));
    const admission = await this.own.increment(key, ttl, share, ...rest);
    if (!admission.isBlocked) this.#note(key, 1, ttl);
    return admission;
  }

  #note(key: string, admissions: number, ttl: number): void {
    this.#untold.set(key, (this.#untold.get(key) ?? 0) + admissions, { ttl });
  }

  #name(key: string): string {
    return `mirabel:rate:${createHmac('sha256', this.secret).update(key).digest('base64url').slice(0, 22)}`;
  }
}
