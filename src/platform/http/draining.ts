import { setTimeout as pause } from 'node:timers/promises';
import type { FastifyInstance } from 'fastify';
import type { Readiness } from '../observability/index.ts';

declare module 'fastify' {
  interface FastifyInstance {
    /** When somebody last asked for something other than how the process is. */
    lastRequestAt: number;
  }
}

/** Milliseconds without a request after which nobody seems to send any; and the most that is waited for that. */
const QUIET = 300;
const PATIENCE = 3_000;

/**
 * While the process stops, every answer closes its connection, so that clients reconnect to someone else. Without this a
 * kept-alive connection holds the process for as long as Fastify keeps it (72 s).
 */
export function closeConnectionsWhileStopping(fastify: FastifyInstance, readiness: Readiness): void {
  fastify.decorate('lastRequestAt', Number.NEGATIVE_INFINITY);
  fastify.addHook('onRequest', (request, _, done) => {
    if (!request.url.startsWith('/health/')) fastify.lastRequestAt = performance.now();
    done();
  });
  fastify.addHook('onSend', (_request, reply, payload, done) => {
    if (readiness.stopping) reply.header('connection', 'close');
    done(null, payload);
  });
}

/**
 * After `Readiness.stop`: goes on answering until balancers have seen it. Closed at once, an idle connection would meet the
 * request that is just being sent on it, and no proxy may send an event a second time by itself.
 */
export async function answerUntilQuiet(fastify: FastifyInstance): Promise<void> {
  const end = performance.now() + PATIENCE;
  while (performance.now() - fastify.lastRequestAt < QUIET && performance.now() < end) await pause(50);
}
