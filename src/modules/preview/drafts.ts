import { ApiError, type FieldError } from '../../kernel/errors.ts';
import { newId } from '../../kernel/ids.ts';
import { draftFaults, draftOf, type Rule } from '../rules/index.ts';
import type { SearchKnowledge } from '../search/index.ts';
import { CompiledSynonyms, hypothetical, synonymFaults, tidyDraft, type Synonym } from '../synonyms/index.ts';
import type { DraftRule, DraftSynonym } from './dto/preview.requests.ts';

/** Rules and synonyms that are not in force; one with an id stands in place of what has that id. */
export interface Drafts {
  rules: Rule[];
  synonyms: Synonym[];
}

/** @throws ApiError `validation_failed` with the faults of all of them */
export function readDrafts(rules: readonly DraftRule[], synonyms: readonly DraftSynonym[], now: number): Drafts {
  const errors: FieldError[] = [];
  const under = (path: string, faults: FieldError[]): void => {
    errors.push(...faults.map((fault) => ({ ...fault, field: path + fault.field })));
  };
  const drafts: Drafts = { rules: [], synonyms: [] };
  rules.forEach((rule, index) => {
    const draft = draftOf(rule);
    under(`/rules/${index}`, draftFaults(draft));
    drafts.rules.push({ ...draft, id: rule.id ?? newId(), created_at: new Date(now) });
  });
  synonyms.forEach((synonym, index) => {
    const draft = tidyDraft(synonym.toDraft());
    under(`/synonyms/${index}`, synonymFaults(draft));
    drafts.synonyms.push({
      ...hypothetical(draft),
      id: synonym.id ?? newId(),
      source: 'manual',
      enabled: draft.enabled,
    });
  });
  if (errors.length === 0) return drafts;
  const detail = errors.length === 1 ? errors[0]!.message : `${errors.length} fields are not valid; see errors.`;
  throw new ApiError('validation_failed', detail, { errors: errors.slice(0, 100) });
}

/** As if they were in force. */
export function withDrafts(knowledge: SearchKnowledge, { rules, synonyms }: Drafts): SearchKnowledge {
  return {
    ...knowledge,
    rules: rules.length === 0 ? knowledge.rules : knowledge.rules.withDrafts(rules),
    extra: new CompiledSynonyms(synonyms),
    without: new Set(synonyms.map(({ id }) => id)),
  };
}
