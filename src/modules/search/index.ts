export { writeAnswer } from './answer.ts';
export { SearchResponse } from './dto/search.response.ts';
export { planSearch, type SearchPlan } from './plan.ts';
export { SearchObserver, type ServedSearch } from './search-observer.ts';
export { SearchPlanner, type SearchKnowledge } from './search-planner.ts';
export { SearchRehearsal, type Rehearsal, type RehearsedAnswer } from './search-rehearsal.ts';
export { searchRequest, type RawSearch, type SearchRequest } from './search-request.ts';
export { SearchModule } from './search.module.ts';
export { SearchService } from './search.service.ts';
