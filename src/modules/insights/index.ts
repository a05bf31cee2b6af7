export { InsightsModule } from './insights.module.ts';
export { Rollups } from './rollups.ts';
