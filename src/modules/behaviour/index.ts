export { BehaviourLearner } from './behaviour-learner.ts';
export { BehaviourModule } from './behaviour.module.ts';
export { BehaviourReader } from './behaviour.reader.ts';
export { LearnedBehaviour, type LearnedQuery } from './learned-behaviour.ts';
export { RelatedItems } from './related-items.ts';
