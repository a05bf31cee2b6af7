import { AsyncLocalStorage } from 'node:async_hooks';
import type { Attributes, Context, Span, Tracer } from '@opentelemetry/api';

/** Where spans go. `url` is the endpoint of OTLP over HTTP; `ratio` the share of requests that are recorded. */
export interface TracingSettings {
  url: string;
  ratio: number;
}

export interface ActiveTracing {
  api: typeof import('@opentelemetry/api');
  tracer: Tracer;
  /** What the present code runs in. */
  current: AsyncLocalStorage<Context>;
  /** The caller's trace, as the header `traceparent` names it (W3C Trace Context). */
  contextOf(traceparent: string | undefined): Context;
  stop(): Promise<void>;
}

let active: ActiveTracing | null = null;

/** Milliseconds for what is left when the process ends; a collector that hangs must not hold it. */
const LAST_EXPORT = 2_000;

/** Loads OpenTelemetry and sends spans from then on. Without this call nothing of it is loaded, and `traced` does nothing. */
export async function startTracing({ url, ratio }: TracingSettings): Promise<ActiveTracing> {
  const [
    api,
    { BatchSpanProcessor, TraceIdRatioBasedSampler, TracerProvider },
    { OTLPTraceExporter },
    core,
    resources,
  ] = await Promise.all([
    import('@opentelemetry/api'),
    import('@opentelemetry/sdk-trace'),
    import('@opentelemetry/exporter-trace-otlp-http'),
    import('@opentelemetry/core'),
    import('@opentelemetry/resources'),
  ]);
  const named = resources.resourceFromAttributes({ 'service.name': 'mirabel' });
  const provider = new TracerProvider({
    // OTEL_SERVICE_NAME and OTEL_RESOURCE_ATTRIBUTES say more, where they are set.
    resource: named.merge(
      resources.detectResources({
        detectors: [resources.resourceAttributesEnvDetector, resources.serviceNameEnvDetector],
      }),
    ),
    // Strangers may send a traceparent, so that its flag cannot decide what is recorded.
    sampler: new TraceIdRatioBasedSampler(ratio),
    spanProcessors: [new BatchSpanProcessor({ exporter: new OTLPTraceExporter({ url }), exportTimeoutMillis: 10_000 })],
  });
  const started: ActiveTracing = {
    api,
    tracer: provider.getTracer('mirabel'),
    current: new AsyncLocalStorage(),
    contextOf(traceparent) {
      const parent = traceparent ? core.parseTraceParent(traceparent) : null;
      return parent ? api.trace.setSpanContext(api.ROOT_CONTEXT, { ...parent, isRemote: true }) : api.ROOT_CONTEXT;
    },
    async stop() {
      if (active === started) active = null;
      const patience = new Promise((resolve) => setTimeout(resolve, LAST_EXPORT).unref());
      await Promise.race([provider.shutdown().catch(() => {}), patience]);
    },
  };
  return (active = started);
}

/**
 * Runs `work` as a span of the trace that runs, when tracing is on. Names and attributes are ours alone: no query, key or
 * address of a person goes into a trace, and of an error its name and code.
 */
export function traced<T>(name: string, work: () => Promise<T>, attributes?: Attributes): Promise<T> {
  return active ? inSpan(active, name, work, attributes) : work();
}

async function inSpan<T>(
  { api, tracer, current }: ActiveTracing,
  name: string,
  work: () => Promise<T>,
  attributes?: Attributes,
): Promise<T> {
  const parent = current.getStore() ?? api.ROOT_CONTEXT;
  const span = tracer.startSpan(name, attributes ? { attributes } : {}, parent);
  try {
    return await current.run(api.trace.setSpan(parent, span), work);
  } catch (error) {
    noteError(api, span, error);
    throw error;
  } finally {
    span.end();
  }
}

function noteError(api: ActiveTracing['api'], span: Span, error: unknown): void {
  const { name = 'Error', code } = error as { name?: string; code?: unknown };
  span.setAttribute('error.type', typeof code === 'string' ? code : name);
  span.setStatus({ code: api.SpanStatusCode.ERROR });
}
