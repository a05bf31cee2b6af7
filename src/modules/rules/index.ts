export { CompiledRules, type CompiledRule, type SearchSituation } from './evaluation.ts';
export { fieldsWith, fieldUse, type FieldType, type FieldUse } from './filters/fields.ts';
export { allOf, FILTER_LIMITS, parseFilter, parseTime, type FilterPart, type ParsedFilter } from './filters/filter.ts';
export { CreateRuleRequest, draftOf } from './dto/rule.requests.ts';
export { combine, type RuleOutcome } from './outcome.ts';
export type { QueryReading } from './query-graph.ts';
export {
  CHANNELS,
  draftFaults,
  type Banner,
  type Channel,
  type Rule,
  type RuleActions,
  type RuleDraft,
} from './rule.ts';
export { RulesModule } from './rules.module.ts';
export { RulesReader } from './rules.reader.ts';
export { RulesService } from './rules.service.ts';
