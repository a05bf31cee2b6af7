import { Module } from '@nestjs/common';
import { LearnedSynonyms } from './learned-synonyms.ts';
import { SynonymUse } from './synonym-use.ts';
import { SynonymExchange } from './synonym-exchange.ts';
import { SynonymsController } from './synonyms.controller.ts';
import { SynonymsReader } from './synonyms.reader.ts';
import { SynonymsRepository } from './synonyms.repository.ts';
import { SynonymsService } from './synonyms.service.ts';

/**
 * Synonyms: kept by people, imported, learned; expanded at query time in our own layer, the same for every engine.
 * Owns `synonyms`. Sends the signal `synonyms`.
 */
@Module({
  controllers: [SynonymsController],
  providers: [SynonymsRepository, SynonymsService, SynonymExchange, SynonymsReader, LearnedSynonyms, SynonymUse],
  exports: [SynonymsService, SynonymsReader, LearnedSynonyms],
})
export class SynonymsModule {}
