import type { FastifyInstance } from 'fastify';
import type { Logger } from 'pino';
import { Histogram, type Registry } from 'prom-client';
import { routeOf } from '../tenancy/index.ts';

const SLOW_MS = 1_000;
const STATUS_CLASSES = ['0xx', '1xx', '2xx', '3xx', '4xx', '5xx', '6xx', '7xx', '8xx', '9xx'];

/** One line and one observation a request. The route's template is named, never the address with its ids and queries. */
export function observeRequests(fastify: FastifyInstance, registry: Registry, logger: Logger): void {
  const duration = new Histogram({
    name: 'mirabel_http_request_duration_seconds',
    help: 'Time from the first byte of a request to the last byte of its answer',
    labelNames: ['method', 'route', 'status'],
    buckets: [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 10],
    registers: [registry],
  });
  // A look-up by labels costs more than the observation, and so does putting a name together.
  type Series = { observe: (seconds: number) => void };
  const series = new Map<string, Map<string, (Series | undefined)[]>>();
  const seriesOf = (method: string, route: string, status: number): Series => {
    let methods = series.get(route);
    if (!methods) series.set(route, (methods = new Map()));
    let statuses = methods.get(method);
    if (!statuses) methods.set(method, (statuses = []));
    return (statuses[status] ??= duration.labels({ method, route, status: STATUS_CLASSES[status]! }));
  };
  fastify.addHook('onResponse', (request, reply, done) => {
    const route = routeOf(request).url;
    const { method } = request;
    const { elapsedTime, statusCode } = reply;
    seriesOf(method, route, Math.floor(statusCode / 100)).observe(elapsedTime / 1000);
    const slow = elapsedTime > SLOW_MS;
    if (slow || logger.isLevelEnabled('debug')) {
      const line = {
        requestId: request.id,
        method,
        route,
        status: statusCode,
        ms: Math.round(elapsedTime * 100) / 100,
        tenant: request.caller?.tenant.slug,
      };
      if (slow) logger.warn(line, 'slow request');
      else logger.debug(line, 'request');
    }
    done();
  });
}
