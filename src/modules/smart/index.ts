export { AI_PROVIDER, OpenAiProvider, type AiProvider } from './ai/index.ts';
export { SmartModule } from './smart.module.ts';
