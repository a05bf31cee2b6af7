import { isIPv6 } from 'node:net';
import { Inject, Injectable } from '@nestjs/common';
import { ThrottlerStorage } from '@nestjs/throttler';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { ApiError } from '../../kernel/errors.ts';
import type { Caller, TenantContext } from '../../kernel/tenant-context.ts';

export const DEFAULT_RATE_LIMIT = 300;
export const RATE_WINDOW = 60_000;

/** How many requests a minute a tenant's keys may send; bound by the module that owns settings. */
export abstract class RateLimitPolicy {
  abstract perMinute(tenant: TenantContext): Promise<number>;
}

@Injectable()
export class RateLimiter {
  constructor(
    @Inject(ThrottlerStorage) private readonly storage: ThrottlerStorage,
    private readonly policy: RateLimitPolicy,
  ) {}

  /** Counts a request under its key; a public key is shared by all shoppers of a shop, so it is counted per address. */
  async admitCaller(caller: Caller, request: FastifyRequest, reply: FastifyReply): Promise<void> {
    const limit = await this.policy.perMinute(caller.tenant);
    const key = caller.kind === 'public' ? `${caller.keyId} ${addressOf(request.ip)}` : caller.keyId;
    await this.#admit(key, limit, reply);
  }

  /** Counts a request without a valid key under its address. */
  async admitStranger(request: FastifyRequest, reply: FastifyReply): Promise<void> {
    await this.#admit(`address ${addressOf(request.ip)}`, DEFAULT_RATE_LIMIT, reply);
  }

  /** Counts an attempt at something that may be tried `limit` times in `window` milliseconds. */
  async admitAttempt(what: string, limit: number, window: number, reply: FastifyReply): Promise<void> {
    await this.#admit(what, limit, reply, window);
  }

  async #admit(key: string, limit: number, reply: FastifyReply, window = RATE_WINDOW): Promise<void> {
    const { isBlocked, totalHits, timeToExpire } = await this.storage.increment(key, window, limit, 0, 'default');
    const remaining = isBlocked ? 0 : Math.max(0, limit - totalHits);
    const seconds = Math.max(1, timeToExpire);
    reply
      .header('ratelimit-policy', `"default";q=${limit};w=${window / 1000}`)
      .header('ratelimit', `"default";r=${remaining};t=${seconds}`)
      .header('x-ratelimit-limit', limit)
      .header('x-ratelimit-remaining', remaining)
      .header('x-ratelimit-reset', seconds);
    if (isBlocked) {
      const span = window === RATE_WINDOW ? 'a minute' : `in ${window / 60_000} minutes`;
      throw new ApiError('rate_limited', `The limit of ${limit} requests ${span} is reached.`, { retryAfter: seconds });
    }
  }
}

/** A subscriber usually holds a whole /64 of IPv6 and could take a fresh address for every request. */
export function addressOf(ip: string): string {
  // An IPv4 address has no colon; asking the parser takes longer than all the rest.
  if (!ip.includes(':') || !isIPv6(ip)) return ip;
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(ip);
  if (mapped) return mapped[1]!;
  const [head = '', tail] = ip.split('%')[0]!.split('::');
  const front = head ? head.split(':') : [];
  const back = tail ? tail.split(':') : [];
  const gap = tail === undefined ? 0 : 8 - front.length - back.length;
  return [...front, ...Array<string>(Math.max(0, gap)).fill('0'), ...back].slice(0, 4).join(':') + '::/64';
}
