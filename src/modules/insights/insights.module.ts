import { Module } from '@nestjs/common';
import { SearchModule } from '../search/index.ts';
import { InsightsJobs } from './insights.jobs.ts';
import { MetricsController } from './metrics.controller.ts';
import { MetricsReader } from './metrics.reader.ts';
import { MetricsService } from './metrics.service.ts';
import { OpportunitiesController } from './opportunities.controller.ts';
import { OpportunitiesRepository } from './opportunities.repository.ts';
import { OpportunitiesService } from './opportunities.service.ts';
import { QueryOrders } from './query-orders.ts';
import { RepeatedClicksService } from './repeated-clicks.service.ts';
import { Rollups } from './rollups.ts';

/**
 * What a merchant learns from the events: figures of a period, queries, items, conversions,
 * repeated clicks, and searches without results.
 * Owns the `rollup_` tables but the marks, which it takes away. Rolls closed days up every five minutes.
 */
@Module({
  imports: [SearchModule],
  controllers: [MetricsController, OpportunitiesController],
  providers: [
    MetricsService,
    MetricsReader,
    QueryOrders,
    Rollups,
    InsightsJobs,
    OpportunitiesService,
    OpportunitiesRepository,
    RepeatedClicksService,
  ],
  exports: [Rollups, MetricsService],
})
export class InsightsModule {}
