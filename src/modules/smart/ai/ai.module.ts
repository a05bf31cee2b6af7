import { Module } from '@nestjs/common';
import { AiScorer } from './ai-scorer.ts';
import { EgressController } from './egress.controller.ts';
import { EgressJobs } from './egress.jobs.ts';
import { EgressLedger } from './egress-ledger.ts';
import { EgressRepository } from './egress.repository.ts';

/** A second opinion on uncertain pairs, and the ledger of what left for it. Owns `smart_egress`. */
@Module({
  controllers: [EgressController],
  providers: [EgressRepository, EgressLedger, EgressJobs, AiScorer],
  exports: [AiScorer],
})
export class AiModule {}
