export { SearchModule } from './search.module.ts';
export { SearchObserver, type ServedSearch } from './search-observer.ts';
export { SearchRehearsal, type Rehearsal, type RehearsedAnswer } from './search-rehearsal.ts';
export { searchRequest, type RawSearch, type SearchRequest } from './search-request.ts';
export { SearchService } from './search.service.ts';
