import type { FastifyInstance } from 'fastify';
import { ApiError } from '../../kernel/errors.ts';
import { routeSettings } from '../tenancy/index.ts';

/** Bytes of large bodies in memory at once; parsed they take several times as much. */
const BUDGET = 128 * 1024 * 1024;

/**
 * Routes with a large body limit of their own hold whole bodies while they wait for their turn: many at once would fill the
 * memory long before any of them is looked at. Strangers have been turned away by then.
 */
export function boundLargeBodies(fastify: FastifyInstance, budget = BUDGET): void {
  let inFlight = 0;
  fastify.addHook('preParsing', (request, reply, payload, done) => {
    const { bodyLimit } = routeSettings(request);
    if (!bodyLimit || bodyLimit < budget / 1_024) return done(null, payload);
    const declared = Number(request.headers['content-length'] ?? bodyLimit);
    const bytes = Math.min(Number.isFinite(declared) ? declared : bodyLimit, bodyLimit);
    if (inFlight + bytes > budget) {
      return done(new ApiError('overloaded', 'Too many large bodies are being worked on.', { retryAfter: 2 }));
    }
    inFlight += bytes;
    // Also when the client goes away in the middle.
    reply.raw.once('close', () => (inFlight -= bytes));
    done(null, payload);
  });
}
