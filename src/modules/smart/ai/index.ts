export { AiModule } from './ai.module.ts';
export { AI_PROVIDER, AiCallError, type AiProvider, type AiQuestion, type AiReply } from './ai-provider.ts';
export { AiScorer, type AiOutcome, type AiRequest, type UncertainPair } from './ai-scorer.ts';
export { OpenAiProvider } from './openai-provider.ts';
export { withVerdict, type PairKind, type Verdict } from './verdict.ts';
