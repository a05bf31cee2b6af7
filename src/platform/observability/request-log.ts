import type { FastifyInstance } from 'fastify';
import { Histogram, type Registry } from 'prom-client';

const SLOW_MS = 1_000;

/** One line and one observation a request. The route's template is named, never the address with its ids and queries. */
export function observeRequests(fastify: FastifyInstance, registry: Registry): void {
  const duration = new Histogram({
    name: 'mirabel_http_request_duration_seconds',
    help: 'Time from the first byte of a request to the last byte of its answer',
    labelNames: ['method', 'route', 'status'],
    buckets: [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 10],
    registers: [registry],
  });
  fastify.addHook('onResponse', async (request, reply) => {
    const route = request.routeOptions?.url ?? 'unmatched';
    const method = request.method;
    duration.observe({ method, route, status: `${Math.floor(reply.statusCode / 100)}xx` }, reply.elapsedTime / 1000);
    const line = {
      requestId: request.id,
      method,
      route,
      status: reply.statusCode,
      ms: Math.round(reply.elapsedTime * 100) / 100,
      tenant: request.caller?.tenant.slug,
    };
    if (reply.elapsedTime > SLOW_MS) fastify.log.warn(line, 'slow request');
    else fastify.log.debug(line, 'request');
  });
}
