import type { FastifyInstance } from 'fastify';
import { ApiError } from '../../kernel/errors.ts';

/** A worker answers those who look after it and nobody else: a balancer that sends shoppers there is told at once. */
export function serveOperationsOnly(fastify: FastifyInstance): void {
  fastify.addHook('onRequest', async (request) => {
    if (/^\/(health\/|metrics(?:\?|$))/.test(request.url)) return;
    throw new ApiError('not_found', 'This process works in the background (MB_ROLE=worker) and serves no API.');
  });
}
