import { Global, Module } from '@nestjs/common';
import { ScheduleModule } from '@nestjs/schedule';
import { Jobs } from './jobs.ts';

/** `@nestjs/schedule` says when, the job queue sees that it is done once. */
@Global()
@Module({ imports: [ScheduleModule.forRoot()], providers: [Jobs], exports: [Jobs] })
export class JobsModule {}
