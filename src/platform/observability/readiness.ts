import { Injectable } from '@nestjs/common';
import { ApiError } from '../../kernel/errors.ts';
import { Database } from '../database/index.ts';

/**
 * Readiness asks the database only: if a soft dependency counted, its outage would take every replica out at once. One
 * lost probe is no outage, so it takes three in a row.
 */
@Injectable()
export class Readiness {
  #failures = 0;
  #stopping = false;

  constructor(private readonly database: Database) {}

  get stopping(): boolean {
    return this.#stopping;
  }

  /** From now on balancers are told to look elsewhere. */
  stop(): void {
    this.#stopping = true;
  }

  async check(): Promise<void> {
    if (this.#stopping) throw new ApiError('overloaded', 'This process is stopping.', { retryAfter: 5 });
    if (await this.database.isReachable()) {
      this.#failures = 0;
      return;
    }
    if (++this.#failures >= 3) {
      throw new ApiError('database_unavailable', 'The database does not answer.', { retryAfter: 5 });
    }
  }
}
