import { Module } from '@nestjs/common';
import { ItemsModule } from '../items/index.ts';
import { CatalogIndexes } from './catalog-indexes.ts';
import { IndexMetrics } from './index-metrics.ts';
import { IndexingController } from './indexing.controller.ts';
import { IndexingService } from './indexing.service.ts';

/**
 * The push API, and the indexes of this process, kept true to the items.
 * Owns no table. Obeys the signals `catalog` and `tenant-deleted`.
 */
@Module({
  imports: [ItemsModule],
  controllers: [IndexingController],
  providers: [CatalogIndexes, IndexingService, IndexMetrics],
  exports: [CatalogIndexes, IndexingService],
})
export class IndexingModule {}
