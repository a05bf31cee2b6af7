export { createLogger, plainLogger } from './logger.ts';
export { NestLogger } from './nest-logger.ts';
export { ObservabilityModule } from './observability.module.ts';
export { Readiness } from './readiness.ts';
export { rememberRequestIds } from './request-context.ts';
export { observeRequests } from './request-log.ts';
