export { createLogger, plainLogger, quietNestLogger } from './logger.ts';
export { ObservabilityModule } from './observability.module.ts';
export { Readiness } from './readiness.ts';
export { observeRequests } from './request-log.ts';
