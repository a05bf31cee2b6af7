import { Module } from '@nestjs/common';
import { IndexingModule } from '../indexing/index.ts';
import { SearchModule } from '../search/index.ts';
import { FrequentQueries } from './frequent-queries.ts';
import { PreviewController } from './preview.controller.ts';
import { PreviewService } from './preview.service.ts';

/** What rules and synonyms would do before they are in force. Owns no tables. */
@Module({
  imports: [IndexingModule, SearchModule],
  controllers: [PreviewController],
  providers: [FrequentQueries, PreviewService],
})
export class PreviewModule {}
