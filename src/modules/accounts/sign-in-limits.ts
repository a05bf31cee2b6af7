import { createHash } from 'node:crypto';
import { Inject, Injectable } from '@nestjs/common';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { CLOCK, type Clock } from '../../kernel/clock.ts';
import { Database } from '../../platform/database/index.ts';
import { addressOf, tellLimit } from '../../platform/http/index.ts';
import { canonicalEmail } from './account.ts';
import { SignInAttemptsRepository } from './sign-in-attempts.repository.ts';

export const SIGN_IN_WINDOW = 10 * 60_000;
/** NIST SP 800-63B asks for fewer than 100 in a row; nobody mistypes a password ten times in ten minutes. */
const PER_ACCOUNT = 10;
const PER_ADDRESS = 60;

/**
 * Guesses cost: counted by account and by address, whether or not there is such an account. In the database, so that
 * neither a second process nor a restart gives a guesser more; each attempt asks it anyway.
 */
@Injectable()
export class SignInLimits {
  constructor(
    private readonly database: Database,
    private readonly attempts: SignInAttemptsRepository,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  /** @throws ApiError `rate_limited` */
  async admit(email: string | null, request: FastifyRequest, reply: FastifyReply): Promise<void> {
    await this.#count(`from ${addressOf(request.ip)}`, PER_ADDRESS, reply);
    const account = email === null ? null : canonicalEmail(email);
    if (account !== null) await this.#count(`of ${account}`, PER_ACCOUNT, reply);
  }

  async #count(what: string, limit: number, reply: FastifyReply): Promise<void> {
    const now = new Date(this.clock.now());
    // Who tried is nobody's to read.
    const name = createHash('sha256').update(what).digest();
    const { admitted, count, oldest } = await this.database.system((tx) =>
      this.attempts.admit(tx, name, limit, SIGN_IN_WINDOW, now),
    );
    const seconds = Math.ceil((oldest.getTime() + SIGN_IN_WINDOW - now.getTime()) / 1000);
    tellLimit(reply, { limit, window: SIGN_IN_WINDOW, remaining: limit - count, seconds, admitted });
  }
}
