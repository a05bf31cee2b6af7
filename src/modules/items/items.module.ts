import { Module } from '@nestjs/common';
import { CatalogFeed } from './catalog-feed.ts';
import { CatalogHealthReader } from './health/catalog-health.ts';
import { CatalogItemsReader } from './health/catalog-items.ts';
import { CatalogHealthController } from './health/health.controller.ts';
import { CatalogWriter } from './catalog-writer.ts';
import { ItemsController } from './items.controller.ts';
import { ItemsJobs } from './items.jobs.ts';
import { ItemsRepository } from './items.repository.ts';
import { ItemsService } from './items.service.ts';
import { SourceItems } from './source-items.ts';
import { WriteGate } from './write-gate.ts';

/**
 * Stored documents: the truth of every index.
 * Owns `items` and `catalogs`. Sends the signal `catalog` with the version. Purges tombstones every night.
 */
@Module({
  controllers: [ItemsController, CatalogHealthController],
  providers: [
    ItemsRepository,
    CatalogHealthReader,
    CatalogItemsReader,
    ItemsService,
    ItemsJobs,
    CatalogFeed,
    CatalogWriter,
    WriteGate,
    SourceItems,
  ],
  exports: [CatalogFeed, CatalogWriter, ItemsService, SourceItems, WriteGate],
})
export class ItemsModule {}
