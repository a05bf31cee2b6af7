export { InsightsModule } from './insights.module.ts';
export { MetricsService } from './metrics.service.ts';
export { Rollups } from './rollups.ts';
export { SuggestionLookup } from './suggestion-lookup.ts';
