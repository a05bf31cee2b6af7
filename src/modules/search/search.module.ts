import { Module } from '@nestjs/common';
import { BehaviourModule } from '../behaviour/index.ts';
import { IndexingModule } from '../indexing/index.ts';
import { RulesModule } from '../rules/index.ts';
import { SynonymsModule } from '../synonyms/index.ts';
import { SearchController } from './search.controller.ts';
import { SearchPlanner } from './search-planner.ts';
import { SearchService } from './search.service.ts';

/**
 * Search: from a shopper's words through synonyms and rules to the engine, and its answer as bytes.
 * Owns no tables. Tells `SearchObserver`, when there is one, of each answer.
 */
@Module({
  imports: [BehaviourModule, IndexingModule, SynonymsModule, RulesModule],
  controllers: [SearchController],
  providers: [SearchPlanner, SearchService],
  exports: [SearchService],
})
export class SearchModule {}
