import { Module } from '@nestjs/common';
import { BehaviourJobs } from './behaviour.jobs.ts';
import { BehaviourLearner } from './behaviour-learner.ts';
import { BehaviourReader } from './behaviour.reader.ts';
import { BehaviourRepository } from './behaviour.repository.ts';
import { RelatedItems } from './related-items.ts';

/**
 * Learns from what shoppers pick: how much items appeal, for a query and by themselves, and what is asked for.
 * Owns `behaviour_days`, `behaviour_totals`, `behaviour_positions`; takes `behaviour_marks` away, which the intake and
 * erasure leave. Sends the signal `behaviour`. Learns every minute in which something happened.
 */
@Module({
  providers: [BehaviourLearner, BehaviourReader, BehaviourRepository, BehaviourJobs, RelatedItems],
  exports: [BehaviourLearner, BehaviourReader, RelatedItems],
})
export class BehaviourModule {}
