export { CompiledSynonyms, fitsLocale, MAX_EXPANSIONS, type Expansion, type QueryWords } from './expansion.ts';
export { CreateSynonymRequest } from './dto/synonym.requests.ts';
export { isHeldBack } from './holdout.ts';
export { LearnedSynonyms, type LearnedSynonym } from './learned-synonyms.ts';
export type { LearnedUse } from './synonyms.repository.ts';
export {
  draftFaults as synonymFaults,
  hypothetical,
  tidyDraft,
  type Synonym,
  type SynonymDraft,
  type SynonymSource,
  type SynonymType,
} from './synonym.ts';
export { SynonymsModule } from './synonyms.module.ts';
export { SynonymsReader } from './synonyms.reader.ts';
export { SynonymsService } from './synonyms.service.ts';
