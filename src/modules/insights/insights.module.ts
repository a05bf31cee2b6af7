import { Module } from '@nestjs/common';
import { InsightsJobs } from './insights.jobs.ts';
import { MetricsController } from './metrics.controller.ts';
import { MetricsReader } from './metrics.reader.ts';
import { MetricsService } from './metrics.service.ts';
import { Rollups } from './rollups.ts';

/**
 * What a merchant learns from the events: figures of a period, queries, items, conversions.
 * Owns the `rollup_` tables but the marks, which it takes away. Rolls closed days up every five minutes.
 */
@Module({
  controllers: [MetricsController],
  providers: [MetricsService, MetricsReader, Rollups, InsightsJobs],
  exports: [Rollups],
})
export class InsightsModule {}
