import type { Context, Span } from '@opentelemetry/api';
import type { FastifyInstance } from 'fastify';
import { routeOf } from '../tenancy/index.ts';
import type { ActiveTracing } from './tracing.ts';

declare module 'fastify' {
  interface FastifyRequest {
    trace: { span: Span; context: Context } | null;
  }
}

/** A span a request, by its route's template: never the address with its ids and queries. */
export function traceRequests(fastify: FastifyInstance, { api, tracer, current, contextOf }: ActiveTracing): void {
  fastify.decorateRequest('trace', null);
  fastify.addHook('onRequest', (request, reply, done) => {
    const route = routeOf(request).url;
    const { traceparent } = request.headers;
    const parent = contextOf(typeof traceparent === 'string' ? traceparent : undefined);
    const attributes = {
      'http.request.method': request.method,
      'http.route': route,
      'mirabel.request_id': request.id,
    };
    // It may have waited for its turn before.
    const startTime = Date.now() - reply.elapsedTime;
    const options = { kind: api.SpanKind.SERVER, attributes, startTime };
    const span = tracer.startSpan(`${request.method} ${route}`, options, parent);
    request.trace = { span, context: api.trace.setSpan(parent, span) };
    current.run(request.trace.context, done);
  });
  // The rest of a body comes with the events of its connection, which know nothing of a request.
  fastify.addHook('preValidation', (request, _, done) =>
    request.trace ? current.run(request.trace.context, done) : done(),
  );
  fastify.addHook('onResponse', (request, reply, done) => {
    const { span } = request.trace ?? {};
    span?.setAttribute('http.response.status_code', reply.statusCode);
    if (request.caller) span?.setAttribute('mirabel.tenant', request.caller.tenant.slug);
    if (reply.statusCode >= 500) span?.setStatus({ code: api.SpanStatusCode.ERROR });
    span?.end();
    done();
  });
}
