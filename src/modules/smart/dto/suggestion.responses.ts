import { ApiProperty, ApiPropertyOptional } from '@nestjs/swagger';
import type { Page } from '../../../kernel/paging.ts';
import { CANDIDATE_KINDS, REASON_CODES, type CandidateKind, type ReasonFacts } from '../learning/index.ts';
import { SMART_MODES } from '../../tenants/index.ts';
import type { HistoryEntry } from '../history.ts';
import type { RunReference } from '../runs/run.ts';
import {
  DECISIONS,
  SUGGESTION_STATUSES,
  type Decision,
  type Holdout,
  type HoldoutCounts,
  type ReplayReport,
  type SuggestionStatus,
} from '../suggestion.ts';
import type { SuggestionWithRun } from '../suggestions.repository.ts';
import type { Accepted } from '../suggestions.service.ts';

const count = { type: 'integer' } as const;
const time = { type: String, format: 'date-time' } as const;

class RunReferenceResponse implements RunReference {
  @ApiProperty({ format: 'uuid' }) id!: string;
  @ApiProperty({ enum: SMART_MODES }) mode!: RunReference['mode'];
  @ApiProperty(time) started_at!: Date;
  @ApiProperty({ ...count, description: 'AI cost of the run in US cents.' }) cost_usd_cents!: number;
}

class ReplayResponse implements ReplayReport {
  @ApiProperty({ ...count, description: 'Frequent queries of the last 14 days that it concerns.' }) queries!: number;
  @ApiProperty({ ...count, description: 'Searches that these stand for.' }) searches!: number;
  @ApiProperty({ ...count, description: 'Queries without results that would have some.' }) recovered!: number;
  @ApiProperty(count) recovered_searches!: number;
  @ApiProperty({ ...count, description: 'Queries with results whose first ten would change.' }) changed!: number;
  @ApiProperty(count) changed_searches!: number;
  @ApiProperty({ ...count, description: 'Of these, queries that would lose a hit from its place.' }) displaced!: number;
  @ApiProperty(count) displaced_searches!: number;
  @ApiProperty({ description: 'It would do more harm than good: no run applies it.' }) held!: boolean;
}

class HoldoutCountsResponse implements HoldoutCounts {
  @ApiProperty(count) sessions!: number;
  @ApiProperty({ ...count, description: 'Sessions that clicked nothing within half an hour.' }) no_click!: number;
  @ApiProperty({ ...count, description: 'Sessions that were shown no result.' }) no_result!: number;
}

class HoldoutResponse implements Holdout {
  @ApiProperty({ type: HoldoutCountsResponse }) with!: HoldoutCountsResponse;
  @ApiProperty({ type: HoldoutCountsResponse }) without!: HoldoutCountsResponse;
}

class ReasonFactsResponse implements ReasonFacts {
  @ApiProperty({ enum: REASON_CODES }) code!: ReasonFacts['code'];
  @ApiProperty({ enum: ['searches', 'catalogue'], description: 'Where the suggestion comes from.' })
  source!: ReasonFacts['source'];
  @ApiProperty({ ...count, description: 'Rescued sessions that bought.' }) conversions!: number;
  @ApiProperty({ type: String, nullable: true, description: 'What an AI provider wrote about it, in its language.' })
  opinion!: string | null;
}

class EvidenceResponse {
  @ApiProperty({ ...count, description: 'Sessions in which the query failed.' }) sessions!: number;
  @ApiProperty({ ...count, description: 'Sessions that the rescue saved.' }) rescues!: number;
  @ApiProperty({ type: Number, nullable: true }) rescue_rate!: number | null;
  @ApiProperty({ ...count, description: 'Items clicked or bought for both.' }) shared_items!: number;
  @ApiProperty(count) edit_distance!: number;
  @ApiProperty(count) results_failed!: number;
  @ApiProperty(count) results_rescue!: number;
  @ApiPropertyOptional({ type: ReasonFactsResponse, description: '`reason` for those who say it in their own words.' })
  because?: ReasonFactsResponse;
  @ApiPropertyOptional({ type: ReplayResponse, description: "What the shop's own searches would have answered." })
  replay?: ReplayResponse;
  @ApiPropertyOptional({
    type: HoldoutResponse,
    description: 'Sessions with it and those kept from it, since a run applied it.',
  })
  holdout?: HoldoutResponse;
}

export class SuggestionResponse {
  @ApiProperty({ format: 'uuid' }) id!: string;
  @ApiProperty({ description: 'The query that failed.' }) failed!: string;
  @ApiProperty({ description: 'The term that rescues it.' }) rescue!: string;
  @ApiProperty({ description: 'What it should find too.' }) suggested!: string;
  @ApiProperty({ minimum: 0, maximum: 1, description: 'Two decimals, rounded down.' }) confidence!: number;
  @ApiProperty({ description: 'In English; `evidence.because` says it without words.' }) reason!: string;
  @ApiProperty(time) created_at!: Date;
  @ApiProperty({ type: RunReferenceResponse, description: 'The run that produced it.' }) run!: RunReferenceResponse;
  @ApiProperty({ enum: SUGGESTION_STATUSES }) status!: SuggestionStatus;
  @ApiProperty({ enum: DECISIONS, description: 'What the applier decided, also in shadow mode.' }) decision!: Decision;
  @ApiProperty({ enum: CANDIDATE_KINDS }) kind!: CandidateKind;
  @ApiProperty({ type: EvidenceResponse }) evidence!: EvidenceResponse;
  @ApiProperty({ ...time, nullable: true }) decided_at!: Date | null;
  @ApiProperty({ type: String, nullable: true, description: 'A person, or the name of a key; null: a run.' })
  decided_by!: string | null;
  @ApiProperty({ type: String, nullable: true }) reject_reason!: string | null;
}

export class SuggestionPageResponse {
  @ApiProperty() total!: number;
  @ApiProperty({ type: [SuggestionResponse] }) rows!: SuggestionResponse[];
  @ApiProperty() limit!: number;
  @ApiProperty() offset!: number;
}

class HistoryEntryResponse implements HistoryEntry {
  @ApiProperty(time) at!: string;
  @ApiProperty({ enum: ['person', 'run'] }) by!: 'person' | 'run';
  @ApiProperty({ enum: SUGGESTION_STATUSES, nullable: true, type: String }) from!: SuggestionStatus | null;
  @ApiProperty({ enum: SUGGESTION_STATUSES, description: 'As `from` when a run judged it anew and its status stayed.' })
  to!: SuggestionStatus;
  @ApiProperty({ type: String, nullable: true, description: 'Why, in English, or in the words of a person.' })
  reason!: string | null;
  @ApiPropertyOptional({ type: String, nullable: true, description: 'Of a person: the address, or the name of a key.' })
  actor?: string | null;
  @ApiPropertyOptional({ minimum: 0, maximum: 1, description: 'Of the suggestion at that moment.' })
  confidence?: number;
  @ApiPropertyOptional({ ...count, description: 'Changes right before this one that are no longer listed.' })
  omitted?: number;
}

export class SuggestionWithHistoryResponse extends SuggestionResponse {
  @ApiProperty({ type: [HistoryEntryResponse], description: 'Its life, the oldest first; up to 100 entries.' })
  history!: HistoryEntryResponse[];
}

class LearnedSynonymResponse {
  @ApiProperty({ format: 'uuid' }) id!: string;
  @ApiProperty({ enum: ['two_way', 'one_way'] }) type!: 'two_way' | 'one_way';
  @ApiProperty({ type: String, nullable: true }) input!: string | null;
  @ApiProperty({ type: [String] }) terms!: string[];
  @ApiProperty({ type: String, nullable: true }) locale!: string | null;
  @ApiProperty({
    enum: ['manual', 'learned', 'import'],
    description: 'learned, unless the shop had one that says the same.',
  })
  source!: 'manual' | 'learned' | 'import';
  @ApiProperty({ type: Number, nullable: true }) confidence!: number | null;
  @ApiProperty() enabled!: boolean;
  @ApiProperty({ type: String, format: 'uuid', nullable: true }) suggestion_id!: string | null;
  @ApiProperty(time) created_at!: Date;
}

export class AcceptedResponse {
  @ApiProperty({ type: SuggestionResponse }) suggestion!: SuggestionResponse;
  @ApiProperty({ type: LearnedSynonymResponse }) synonym!: LearnedSynonymResponse;
  @ApiProperty({
    enum: ['applied', 'pending'],
    description: 'applied: searches use it from now on. pending: the synonym is switched off.',
  })
  engine!: 'applied' | 'pending';
}

export class DecidedResponse {
  @ApiProperty({ type: SuggestionResponse }) suggestion!: SuggestionResponse;
}

export function toSuggestion(suggestion: SuggestionWithRun): SuggestionResponse {
  const { id, failed, rescue, suggested, confidence, reason, created_at, run, status, decision, kind } = suggestion;
  const { decided_at, reject_reason, holdout } = suggestion;
  const evidence = {
    ...suggestion.evidence,
    ...(holdout && { holdout: { with: holdout.with, without: holdout.without } }),
  };
  return {
    id,
    failed,
    rescue,
    suggested,
    confidence,
    reason,
    created_at,
    run,
    status,
    decision,
    kind,
    evidence,
    decided_at,
    decided_by: suggestion.history.findLast(({ from, to }) => from !== to)?.actor ?? null,
    reject_reason,
  };
}

export const toSuggestionPage = ({ rows, ...page }: Page<SuggestionWithRun>): SuggestionPageResponse => ({
  total: page.total,
  rows: rows.map(toSuggestion),
  limit: page.limit,
  offset: page.offset,
});

export const toSuggestionWithHistory = (suggestion: SuggestionWithRun): SuggestionWithHistoryResponse => ({
  ...toSuggestion(suggestion),
  history: suggestion.history,
});

export const toAccepted = ({ suggestion, synonym, engine }: Accepted): AcceptedResponse => ({
  suggestion: toSuggestion(suggestion),
  synonym,
  engine,
});
