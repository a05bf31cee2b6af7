import { Module } from '@nestjs/common';
import { RulesController } from './rules.controller.ts';
import { RulesReader } from './rules.reader.ts';
import { RulesRepository } from './rules.repository.ts';
import { RulesService } from './rules.service.ts';

/**
 * Merchandising rules: when a query looks so, pin, hide, boost, bury, filter, redirect, show a banner or ask otherwise.
 * Also the grammar of filters, which rules and searches share. Owns `rules`. Sends the signal `rules`.
 */
@Module({
  controllers: [RulesController],
  providers: [RulesRepository, RulesService, RulesReader],
  exports: [RulesService, RulesReader],
})
export class RulesModule {}
