export { traceRequests } from './trace-requests.ts';
export { startTracing, traced, type ActiveTracing, type TracingSettings } from './tracing.ts';
