import { Global, Module, type DynamicModule } from '@nestjs/common';
import { ScheduleModule } from '@nestjs/schedule';
import { JOBS_OPTIONS, Jobs, type JobsOptions } from './jobs.ts';

/** `@nestjs/schedule` says when, the job queue sees that it is done once. */
@Global()
@Module({})
export class JobsModule {
  static forRoot(options: JobsOptions): DynamicModule {
    return {
      module: JobsModule,
      imports: options.work ? [ScheduleModule.forRoot()] : [],
      providers: [Jobs, { provide: JOBS_OPTIONS, useValue: options }],
      exports: [Jobs],
    };
  }
}
