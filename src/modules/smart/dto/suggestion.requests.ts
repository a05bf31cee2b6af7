import { ApiPropertyOptional } from '@nestjs/swagger';
import { Transform } from 'class-transformer';
import { IsIn, IsNumber, IsOptional, IsString, IsUUID, Max, MaxLength, Min } from 'class-validator';
import { PageQuery } from '../../../platform/http/index.ts';
import { REJECT_REASON_LENGTH, SUGGESTION_STATUSES, type SuggestionStatus } from '../suggestion.ts';
import type { SuggestionFilter } from '../suggestions.repository.ts';

const SORTS = ['confidence', 'created_at'] as const;
const DECIMAL = /^\d(?:\.\d{1,10})?$/;

export class SuggestionListQuery extends PageQuery {
  @ApiPropertyOptional({ enum: SUGGESTION_STATUSES, default: 'pending' })
  @IsIn(SUGGESTION_STATUSES, { message: `status must be one of ${SUGGESTION_STATUSES.join(', ')}.` })
  status: SuggestionStatus = 'pending';

  @ApiPropertyOptional({ type: Number, minimum: 0, maximum: 1 })
  @IsOptional()
  @Transform(({ value }: { value: unknown }) =>
    typeof value === 'string' && DECIMAL.test(value) ? Number(value) : value,
  )
  @IsNumber({}, { message: 'min_confidence must be a number from 0 to 1.' })
  @Min(0, { message: 'min_confidence must be at least 0.' })
  @Max(1, { message: 'min_confidence must be at most 1.' })
  min_confidence?: number;

  @ApiPropertyOptional({ format: 'uuid', description: 'Only those that this run produced.' })
  @IsOptional()
  @IsUUID('all', { message: 'run_id must be a UUID.' })
  run_id?: string;

  @ApiPropertyOptional({ maxLength: 100, description: 'Part of the failed or of the suggested words.' })
  @IsOptional()
  @MaxLength(100, { message: 'q may have 100 characters.' })
  @IsString({ message: 'q must be a text.' })
  q?: string;

  @ApiPropertyOptional({ enum: SORTS, default: 'confidence', description: 'The highest or the newest first.' })
  @IsIn(SORTS, { message: `sort must be ${SORTS.join(' or ')}.` })
  sort: (typeof SORTS)[number] = 'confidence';

  toFilter(): SuggestionFilter {
    return {
      status: this.status,
      minConfidence: this.min_confidence ?? null,
      runId: this.run_id ?? null,
      text: this.q ?? null,
      sort: this.sort,
    };
  }
}

export class RejectRequest {
  @ApiPropertyOptional({ type: String, nullable: true, maxLength: REJECT_REASON_LENGTH })
  @IsOptional()
  @MaxLength(REJECT_REASON_LENGTH, { message: `reason may have ${REJECT_REASON_LENGTH} characters.` })
  @IsString({ message: 'reason must be a text.' })
  reason?: string | null;
}
