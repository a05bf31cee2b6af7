import { Module } from '@nestjs/common';
import { ItemsModule } from '../items/index.ts';
import { CatalogFeed } from './catalog-feed.ts';
import { CatalogIndexes } from './catalog-indexes.ts';
import { IndexingController } from './indexing.controller.ts';
import { IndexingJobs } from './indexing.jobs.ts';
import { IndexingService } from './indexing.service.ts';

/**
 * The push API, and the indexes of this process, kept true to the items.
 * Owns no table. Obeys the signals `catalog` and `tenant-deleted`.
 */
@Module({
  imports: [ItemsModule],
  controllers: [IndexingController],
  providers: [CatalogFeed, CatalogIndexes, IndexingService, IndexingJobs],
  exports: [CatalogIndexes, IndexingService],
})
export class IndexingModule {}
