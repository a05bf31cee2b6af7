import { Module } from '@nestjs/common';
import { CatalogWriter } from './catalog-writer.ts';
import { ItemsController } from './items.controller.ts';
import { ItemsRepository } from './items.repository.ts';
import { ItemsService } from './items.service.ts';

/**
 * Stored documents: the truth of every index.
 * Owns `items` and `catalogs`. Sends the signal `catalog` with the version.
 */
@Module({
  controllers: [ItemsController],
  providers: [ItemsRepository, ItemsService, CatalogWriter],
  exports: [ItemsRepository, CatalogWriter],
})
export class ItemsModule {}
