import { createHash } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { addressOf, RateLimiter } from '../../platform/http/index.ts';
import { canonicalEmail } from './account.ts';

const WINDOW = 10 * 60_000;
/** NIST SP 800-63B asks for fewer than 100 in a row; nobody mistypes a password ten times in ten minutes. */
const PER_ACCOUNT = 10;
const PER_ADDRESS = 60;

/** Guesses cost: counted by account and by address, whether or not there is such an account. */
@Injectable()
export class SignInLimits {
  constructor(private readonly limiter: RateLimiter) {}

  /** @throws ApiError `rate_limited` */
  async admit(email: string | null, request: FastifyRequest, reply: FastifyReply): Promise<void> {
    await this.limiter.admitAttempt(`sign-in from ${addressOf(request.ip)}`, PER_ADDRESS, WINDOW, reply);
    const account = email === null ? null : canonicalEmail(email);
    if (account === null) return;
    // Counters may lie in Redis: no addresses of people there.
    const name = createHash('sha256').update(account).digest('base64url');
    await this.limiter.admitAttempt(`sign-in of ${name}`, PER_ACCOUNT, WINDOW, reply);
  }
}
