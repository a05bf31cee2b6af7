export { Jobs, JOBS_SCHEMA, type JobDefinition, type SendOptions } from './jobs.ts';
export { JobsModule } from './jobs.module.ts';
export { ClaimedWork } from './claimed-work.ts';
export { keepLease, LeaseLost } from './lease.ts';
