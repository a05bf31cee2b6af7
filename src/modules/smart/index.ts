export { AI_PROVIDER, OpenAiProvider, type AiProvider } from './ai/index.ts';
export { RunRunner } from './runs/run-runner.ts';
export type { Run } from './runs/run.ts';
export { RunsService } from './runs/runs.service.ts';
export { SMART_TIMING, type SmartTiming } from './runs/timing.ts';
export { SmartModule } from './smart.module.ts';
export { ReplayRepository, type FrequentQuery } from './replay/replay.repository.ts';
export { SuggestionsService } from './suggestions.service.ts';
