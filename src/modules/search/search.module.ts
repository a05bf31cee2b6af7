import { Module } from '@nestjs/common';
import { BehaviourModule } from '../behaviour/index.ts';
import { IndexingModule } from '../indexing/index.ts';
import { RulesModule } from '../rules/index.ts';
import { SynonymsModule } from '../synonyms/index.ts';
import { SearchController } from './search.controller.ts';
import { SearchPlanner } from './search-planner.ts';
import { SearchRehearsal } from './search-rehearsal.ts';
import { SearchService } from './search.service.ts';
import { SimilarController } from './similar/similar.controller.ts';
import { SimilarService } from './similar/similar.service.ts';
import { SuggestController } from './suggest/suggest.controller.ts';
import { SuggestService } from './suggest/suggest.service.ts';

/**
 * Search: from a shopper's words through synonyms and rules to the engine, and its answer as bytes.
 * Suggestions while typing, and items like one. Owns no tables. Tells `SearchObserver`, when there is one, of each search, not of suggestions.
 */
@Module({
  imports: [BehaviourModule, IndexingModule, SynonymsModule, RulesModule],
  controllers: [SearchController, SuggestController, SimilarController],
  providers: [SearchPlanner, SearchService, SearchRehearsal, SuggestService, SimilarService],
  exports: [SearchPlanner, SearchService, SearchRehearsal],
})
export class SearchModule {}
