import { Module } from '@nestjs/common';
import { CatalogueTexts } from './catalogue-texts.ts';
import { EvidenceGatherer } from './evidence-gatherer.ts';
import { EvidenceRepository } from './evidence.repository.ts';
import { ScoringContextReader } from './scoring-context.reader.ts';

/** What learning sees and thinks. Owns `smart_sightings`; reads searches, clicks, conversions and items. */
@Module({
  providers: [EvidenceGatherer, EvidenceRepository, ScoringContextReader, CatalogueTexts],
  exports: [EvidenceGatherer, ScoringContextReader],
})
export class LearningModule {}
