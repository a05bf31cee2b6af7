export { InsightsModule } from './insights.module.ts';
export { MetricsService } from './metrics.service.ts';
export { Rollups } from './rollups.ts';
