export { createOpenSearchEngine } from './opensearch-engine.ts';
export type { OpenSearchEngineOptions } from './opensearch-engine.ts';
