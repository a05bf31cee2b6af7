import { Module } from '@nestjs/common';
import { EvidenceGatherer } from './evidence-gatherer.ts';
import { EvidenceRepository } from './evidence.repository.ts';

/** What learning sees. Owns `smart_sightings`; reads searches, clicks and conversions. */
@Module({
  providers: [EvidenceGatherer, EvidenceRepository],
  exports: [EvidenceGatherer],
})
export class LearningModule {}
