export { CATALOG_INDEXES_OPTIONS, CatalogIndexes } from './catalog-indexes.ts';
export { IndexingModule } from './indexing.module.ts';
export { IndexingService } from './indexing.service.ts';
export type { PushedDocument, PushResult } from './push.ts';
