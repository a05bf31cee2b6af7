import type { FastifyInstance } from 'fastify';
import { routeSettings, type RouteSettings } from '../tenancy/index.ts';
import type { RouteTable } from './route-table.ts';

const EXPOSED = 'X-Request-Id, Retry-After, RateLimit, RateLimit-Policy, Idempotency-Replayed';

function isPublic(settings: RouteSettings): boolean {
  const kinds = settings.access?.kinds;
  return Array.isArray(kinds) && kinds.includes('public');
}

/**
 * Routes that a public key may call answer any preflight: a preflight carries no key, so the origin is judged on the
 * real request, by the key's list. Other routes send no CORS headers, which keeps browsers away from them.
 */
export function answerCors(fastify: FastifyInstance, routes: RouteTable): void {
  fastify.addHook('onRequest', (request, reply, done) => {
    const { origin } = request.headers;
    if (!origin) return done();
    if (request.method === 'OPTIONS') {
      const wanted = request.headers['access-control-request-method'];
      const settings = wanted ? routes.find(wanted, request.url) : null;
      if (!settings || !isPublic(settings)) return done();
      void reply
        .status(204)
        .headers({
          'access-control-allow-origin': origin,
          'access-control-allow-methods': routes.methodsOf(request.url).join(', '),
          'access-control-allow-headers': 'Authorization, Content-Type, Idempotency-Key',
          'access-control-max-age': '86400',
          vary: 'Origin, Access-Control-Request-Method',
        })
        .send();
      return;
    }
    if (isPublic(routeSettings(request))) {
      reply.headers({
        'access-control-allow-origin': origin,
        'access-control-expose-headers': EXPOSED,
        vary: 'Origin',
      });
    }
    done();
  });
}
