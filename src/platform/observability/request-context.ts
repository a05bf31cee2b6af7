import { AsyncLocalStorage } from 'node:async_hooks';
import type { FastifyInstance } from 'fastify';

/** The id of the request that the present code runs for; every line of the log that it causes carries it. */
export const currentRequestId = new AsyncLocalStorage<string>();

export function rememberRequestIds(fastify: FastifyInstance): void {
  fastify.addHook('onRequest', (request, _, done) => currentRequestId.run(request.id, done));
  // The rest of a body may come with the events of its connection, which know nothing of a request.
  fastify.addHook('preValidation', (request, _, done) =>
    currentRequestId.getStore() === request.id ? done() : currentRequestId.run(request.id, done),
  );
}
