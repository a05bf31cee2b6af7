import { Injectable } from '@nestjs/common';
import type { TenantContext } from '../../../kernel/tenant-context.ts';
import { CatalogueTexts } from './catalogue-texts.ts';
import type { Pair } from './pair.ts';
import type { ScoringContext } from './scoring-context.ts';
import { VocabularyBuilder } from './vocabulary.ts';

/** Reads the catalogue for what the scorer needs to know about the words of these pairs. */
@Injectable()
export class ScoringContextReader {
  constructor(private readonly texts: CatalogueTexts) {}

  /** `locale`: BCP 47, the shop's language. */
  async read(tenant: TenantContext, pairs: readonly Pair[], { locale }: { locale: string }): Promise<ScoringContext> {
    const catalogue = new VocabularyBuilder(pairs, locale);
    for await (const text of this.texts.of(tenant)) catalogue.add(text);
    return { locale, catalogue };
  }
}
