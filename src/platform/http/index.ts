export { closeConnectionsWhileStopping } from './draining.ts';
export { HttpModule } from './http.module.ts';
export { IDEMPOTENCY_HOURS, parseIdempotencyKey } from './idempotency.interceptor.ts';
export { NoQuery, PageQuery, ToInteger } from './page.query.ts';
export { addressOf, RateLimiter, RateLimitPolicy } from './rate-limiter.ts';
export { RouteTable, type RouteEntry } from './route-table.ts';
export { createAdapter, DEFAULT_BODY_LIMIT, prepareServer } from './server.ts';
export { SlidingWindowStorage } from './sliding-window.storage.ts';
export { IgnoreUnknownFields, RequestValidationPipe } from './validation.pipe.ts';
