import { createHmac, randomUUID } from 'node:crypto';
import type { ThrottlerStorage } from '@nestjs/throttler';
import type { RedisLink } from './redis-link.ts';

type Admission = Awaited<ReturnType<ThrottlerStorage['increment']>>;

/** The sliding log of one key, by the clock of Redis, which all processes share. */
const ADMIT = `
local time = redis.call('TIME')
local now = time[1] * 1000 + math.floor(time[2] / 1000)
redis.call('ZREMRANGEBYSCORE', KEYS[1], '-inf', now - ARGV[1])
local count = redis.call('ZCARD', KEYS[1])
local blocked = count >= tonumber(ARGV[2])
if not blocked then
  redis.call('ZADD', KEYS[1], now, ARGV[3])
  redis.call('PEXPIRE', KEYS[1], ARGV[1])
end
local oldest = redis.call('ZRANGE', KEYS[1], 0, 0, 'WITHSCORES')[2]
return { count + 1, blocked and 1 or 0, oldest + ARGV[1] - now }`;

/**
 * Counts for all processes together. While Redis is away each counts for itself, with its share of the limit, so that
 * together they admit no more than before and no request fails.
 */
export class SharedWindowStorage implements ThrottlerStorage {
  readonly #process = randomUUID().slice(0, 8);
  #admitted = 0;

  constructor(
    private readonly redis: RedisLink,
    private readonly own: ThrottlerStorage,
    /** The same in every process: what is counted by an address must not stand in Redis as one. */
    private readonly secret: Buffer,
  ) {}

  async increment(key: string, ttl: number, limit: number, ...rest: [number, string]): Promise<Admission> {
    const counted = await this.redis.ask(async (client) => {
      const member = `${this.#process}${(this.#admitted++).toString(36)}`;
      return (await client.eval(ADMIT, 1, this.#name(key), ttl, limit, member)) as [number, number, number];
    });
    if (!counted) {
      const share = Math.max(1, Math.floor(limit / this.redis.replicas));
      return this.own.increment(key, ttl, share, ...rest);
    }
    const [totalHits, blocked, left] = counted;
    const timeToExpire = Math.ceil(left / 1000);
    const isBlocked = blocked === 1;
    return { totalHits, timeToExpire, isBlocked, timeToBlockExpire: isBlocked ? timeToExpire : 0 };
  }

  #name(key: string): string {
    return `mirabel:rate:${createHmac('sha256', this.secret).update(key).digest('base64url').slice(0, 22)}`;
  }
}
