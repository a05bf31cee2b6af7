import { randomUUID } from 'node:crypto';
import { Logger } from '@nestjs/common';
import { Redis } from 'ioredis';

/** A command that takes longer costs more than the answer is worth. */
const COMMAND_TIMEOUT = 100;
const BEAT = 500;
/** A process that was not heard for so long is gone. */
const REPLICA_SECONDS = 5;

/** Notes that this process lives, forgets those that do not, and answers how many there are. */
const BEAT_SCRIPT = `
local now = tonumber(redis.call('TIME')[1])
redis.call('ZADD', KEYS[1], now, ARGV[1])
redis.call('ZREMRANGEBYSCORE', KEYS[1], '-inf', now - ARGV[2])
redis.call('EXPIRE', KEYS[1], ARGV[2] * 2)
return redis.call('ZCARD', KEYS[1])`;

/**
 * Redis, which nothing may depend on: it holds no data that is not somewhere else, and whoever asks it gets null when it
 * does not answer in time. One look every half second finds out whether it is there; requests never wait for one that is not.
 */
export class RedisLink {
  readonly #logger = new Logger('Redis');
  readonly #client: Redis;
  readonly #id = randomUUID();
  readonly #subscribers: Redis[] = [];
  #up = false;
  #replicas = 1;
  #timer: NodeJS.Timeout | null = null;
  #stopped = false;

  constructor(url: string) {
    this.#client = new Redis(url, {
      lazyConnect: true,
      enableOfflineQueue: false,
      enableAutoPipelining: true,
      maxRetriesPerRequest: 0,
      connectTimeout: 1_000,
      commandTimeout: COMMAND_TIMEOUT,
      retryStrategy: (attempt) => Math.min(attempt * 100, 1_000),
    });
    // What goes wrong is told by the next beat; without a listener it would end the process.
    this.#client.on('error', () => {});
  }

  get up(): boolean {
    return this.#up;
  }

  /** Processes on this Redis, at least this one; the last number known while Redis is away. */
  get replicas(): number {
    return this.#replicas;
  }

  async start(): Promise<void> {
    await this.#client.connect().catch(() => {});
    await this.#beat();
    this.#schedule();
  }

  async stop(): Promise<void> {
    this.#stopped = true;
    if (this.#timer) clearTimeout(this.#timer);
    if (this.#up) await this.#client.zrem('mirabel:replicas', this.#id).catch(() => {});
    this.#client.disconnect();
    for (const subscriber of this.#subscribers) subscriber.disconnect();
  }

  /** Null when Redis is not there or does not answer in time. */
  async ask<T>(command: (client: Redis) => Promise<T>): Promise<T | null> {
    if (!this.#up) return null;
    try {
      return await command(this.#client);
    } catch (error) {
      this.#notice(error);
      return null;
    }
  }

  /** `onMessage` hears what is published from now on; `onGap` that something may have been missed. */
  subscribe(channel: string, onMessage: (message: string) => void, onGap: () => void): void {
    // Redis may come later than we: what is subscribed to waits for it, however often connecting fails.
    const subscriber = this.#client.duplicate({
      lazyConnect: false,
      commandTimeout: undefined,
      enableOfflineQueue: true,
      maxRetriesPerRequest: null,
    });
    this.#subscribers.push(subscriber);
    subscriber.on('error', () => {});
    subscriber.on('message', (_, message: string) => onMessage(message));
    subscriber.on('ready', onGap);
    subscriber.subscribe(channel).catch(() => {});
  }

  #schedule(): void {
    if (this.#stopped) return;
    this.#timer = setTimeout(() => void this.#beat().finally(() => this.#schedule()), BEAT);
    this.#timer.unref();
  }

  async #beat(): Promise<void> {
    try {
      const alive = await this.#client.eval(BEAT_SCRIPT, 1, 'mirabel:replicas', this.#id, REPLICA_SECONDS);
      this.#replicas = Math.max(1, Number(alive));
      if (!this.#up) this.#logger.log({ msg: 'connected' });
      this.#up = true;
    } catch (error) {
      this.#notice(error);
    }
  }

  #notice(error: unknown): void {
    if (this.#up && !this.#stopped) {
      this.#logger.warn({ err: error, msg: 'no answer: limits are counted in each process until it is back' });
    }
    this.#up = false;
  }
}
