import type { FastifyInstance } from 'fastify';
import type { Readiness } from '../observability/index.ts';

/**
 * While the process stops, every answer closes its connection, so that clients reconnect to someone else. Without this a
 * kept-alive connection holds the process for as long as Fastify keeps it (72 s).
 */
export function closeConnectionsWhileStopping(fastify: FastifyInstance, readiness: Readiness): void {
  fastify.addHook('onSend', (_request, reply, payload, done) => {
    if (readiness.stopping) reply.header('connection', 'close');
    done(null, payload);
  });
}
