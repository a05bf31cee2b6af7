import { isIPv6 } from 'node:net';
import { Inject, Injectable } from '@nestjs/common';
import { ThrottlerStorage } from '@nestjs/throttler';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { ApiError } from '../../kernel/errors.ts';
import type { Caller, TenantContext } from '../../kernel/tenant-context.ts';
import { SlidingWindowStorage } from './sliding-window.storage.ts';

export const DEFAULT_RATE_LIMIT = 300;
export const RATE_WINDOW = 60_000;

/** How many requests a minute a tenant's keys may send; bound by the module that owns settings. */
export abstract class RateLimitPolicy {
  abstract perMinute(tenant: TenantContext): Promise<number>;

  /** The same when it is known without waiting. */
  peek(_tenant: TenantContext): number | undefined {
    return undefined;
  }
}

@Injectable()
export class RateLimiter {
  constructor(
    @Inject(ThrottlerStorage) private readonly storage: ThrottlerStorage,
    private readonly policy: RateLimitPolicy,
  ) {}

  /** Counts a request under its key; a public key is shared by all shoppers of a shop, so it is counted per address. */
  async admitCaller(caller: Caller, request: FastifyRequest, reply: FastifyReply): Promise<void> {
    await this.#admit(keyOf(caller, request), await this.policy.perMinute(caller.tenant), reply);
  }

  /**
   * The same without a promise when all is in memory. False: nothing was counted, because somebody has to be asked.
   * @throws ApiError `rate_limited`
   */
  admitCallerAtOnce(caller: Caller, request: FastifyRequest, reply: FastifyReply): boolean {
    const { storage } = this;
    if (!(storage instanceof SlidingWindowStorage)) return false;
    const limit = this.policy.peek(caller.tenant);
    if (limit === undefined) return false;
    tellAdmission(reply, limit, storage.admit(keyOf(caller, request), RATE_WINDOW, limit));
    return true;
  }

  /** Counts a request without a valid key under its address. */
  async admitStranger(request: FastifyRequest, reply: FastifyReply): Promise<void> {
    await this.#admit(`address ${addressOf(request.ip)}`, DEFAULT_RATE_LIMIT, reply);
  }

  async #admit(key: string, limit: number, reply: FastifyReply): Promise<void> {
    tellAdmission(reply, limit, await this.storage.increment(key, RATE_WINDOW, limit, 0, 'default'));
  }
}

const keyOf = ({ kind, keyId }: Caller, request: FastifyRequest): string =>
  kind === 'public' ? `${keyId} ${addressOf(request.ip)}` : keyId;

function tellAdmission(
  reply: FastifyReply,
  limit: number,
  { isBlocked, totalHits, timeToExpire }: Awaited<ReturnType<ThrottlerStorage['increment']>>,
): void {
  const remaining = limit - totalHits;
  tellLimit(reply, { limit, window: RATE_WINDOW, remaining, seconds: timeToExpire, admitted: !isBlocked });
}

interface Counted {
  limit: number;
  /** Milliseconds. */
  window: number;
  remaining: number;
  /** Until more is admitted. */
  seconds: number;
  admitted: boolean;
}

/** Says how many are left, in the headers. @throws ApiError `rate_limited` when this one is too many */
export function tellLimit(reply: FastifyReply, { limit, window, remaining, seconds, admitted }: Counted): void {
  const left = admitted ? Math.max(0, remaining) : 0;
  const wait = Math.max(1, seconds);
  reply
    .header('ratelimit-policy', `"default";q=${limit};w=${window / 1000}`)
    .header('ratelimit', `"default";r=${left};t=${wait}`)
    .header('x-ratelimit-limit', limit)
    .header('x-ratelimit-remaining', left)
    .header('x-ratelimit-reset', wait);
  if (admitted) return;
  const span = window === RATE_WINDOW ? 'a minute' : `in ${window / 60_000} minutes`;
  throw new ApiError('rate_limited', `The limit of ${limit} requests ${span} is reached.`, { retryAfter: wait });
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
