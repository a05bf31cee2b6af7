export { CompiledSynonyms, fitsLocale, MAX_EXPANSIONS, type Expansion, type QueryWords } from './expansion.ts';
export { LearnedSynonyms, type LearnedSynonym } from './learned-synonyms.ts';
export type { Synonym, SynonymDraft, SynonymSource, SynonymType } from './synonym.ts';
export { SynonymsModule } from './synonyms.module.ts';
export { SynonymsReader } from './synonyms.reader.ts';
export { SynonymsService } from './synonyms.service.ts';
