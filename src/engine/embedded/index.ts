export { createEmbeddedEngine, EmbeddedEngine } from './embedded-engine.ts';
export type { EmbeddedEngineOptions, EngineEvent } from './embedded-engine.ts';
