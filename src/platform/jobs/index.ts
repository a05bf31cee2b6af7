export { Jobs, type JobDefinition, type SendOptions } from './jobs.ts';
export { JobsModule } from './jobs.module.ts';
