import { Injectable, type CanActivate, type ExecutionContext } from '@nestjs/common';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { ApiError } from '../../kernel/errors.ts';
import { callerOf } from '../../platform/tenancy/index.ts';

/** Writes of one tenant that hold a database connection: one has the catalogue's lock, the next is ready for it. */
const ADMITTED = 3;
const MAX_WAITING = 100;
/** Milliseconds. */
const PATIENCE = 10_000;

interface Lane {
  admitted: number;
  /** Called when a place is free, oldest first. */
  waiting: Set<() => void>;
}

/**
 * The writes of a tenant happen one after another. Without this gate each one that waits would hold a connection of the
 * pool, so that one tenant's pushes would stop the reads of all others. A guard, because it must come before the
 * transaction that an Idempotency-Key opens.
 */
@Injectable()
export class WriteGate implements CanActivate {
  readonly #lanes = new Map<string, Lane>();

  async canActivate(context: ExecutionContext): Promise<boolean> {
    const http = context.switchToHttp();
    const { tenantId } = callerOf(http.getRequest<FastifyRequest>()).tenant;
    const { raw } = http.getResponse<FastifyReply>();
    await this.#enter(tenantId);
    // Also when the client goes away; it has gone already when it did not wait for its turn.
    if (raw.destroyed) this.#leave(tenantId);
    else raw.once('close', () => this.#leave(tenantId));
    return true;
  }

  async #enter(tenantId: string): Promise<void> {
    const lane = this.#lanes.get(tenantId) ?? { admitted: 0, waiting: new Set() };
    this.#lanes.set(tenantId, lane);
    if (lane.admitted < ADMITTED) {
      lane.admitted++;
      return;
    }
    if (lane.waiting.size >= MAX_WAITING) throw overloaded();
    // Whoever leaves hands its place over, so `admitted` stays as it is.
    const turn = Promise.withResolvers<void>();
    lane.waiting.add(turn.resolve);
    const timer = setTimeout(() => {
      lane.waiting.delete(turn.resolve);
      turn.reject(overloaded());
    }, PATIENCE);
    await turn.promise.finally(() => clearTimeout(timer));
  }

  #leave(tenantId: string): void {
    const lane = this.#lanes.get(tenantId);
    if (!lane) return;
    const [next] = lane.waiting;
    if (next) {
      lane.waiting.delete(next);
      next();
    } else if (--lane.admitted === 0) this.#lanes.delete(tenantId);
  }
}

function overloaded(): ApiError {
  return new ApiError('overloaded', 'Too many writes of this tenant are under way.', { retryAfter: 2 });
}
