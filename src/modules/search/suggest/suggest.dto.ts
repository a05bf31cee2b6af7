import { ApiProperty, ApiPropertyOptional } from '@nestjs/swagger';
import { IsInt, IsOptional, IsString, Max, MaxLength, Min } from 'class-validator';
import { IgnoreUnknownFields, ToInteger } from '../../../platform/http/index.ts';
import { HitResponse } from '../dto/search.response.ts';
import { SEARCH_LIMITS } from '../search-request.ts';

const LIMIT = { default: 5, max: 20 } as const;

/** What both methods take. `null` is as good as leaving a field out. */
abstract class SuggestFields {
  @ApiPropertyOptional({
    type: String,
    maxLength: SEARCH_LIMITS.q,
    description: 'What is typed so far. Empty: what is popular.',
  })
  @IsOptional()
  @MaxLength(SEARCH_LIMITS.q, { message: `q may have ${SEARCH_LIMITS.q} characters.` })
  @IsString({ message: 'q must be a text.' })
  q?: string | null;

  @ApiPropertyOptional({
    type: 'integer',
    default: LIMIT.default,
    minimum: 1,
    maximum: LIMIT.max,
    description: 'Queries, and items, at most.',
  })
  @IsOptional()
  @ToInteger()
  @Max(LIMIT.max, { message: `limit must be at most ${LIMIT.max}.` })
  @Min(1, { message: 'limit must be at least 1.' })
  @IsInt({ message: 'limit must be a whole number.' })
  limit?: number | null;

  /** With what is left out. */
  toRequest(): { q: string; limit: number } {
    return { q: this.q ?? '', limit: this.limit ?? LIMIT.default };
  }
}

@IgnoreUnknownFields()
export class SuggestParameters extends SuggestFields {}

@IgnoreUnknownFields()
export class SuggestBody extends SuggestFields {}

class SuggestedQueryResponse {
  @ApiProperty({ description: 'As it is mostly written.' }) query!: string;
  @ApiProperty({ description: 'Sessions that asked for it, a month ago counting half.' }) score!: number;
}

export class SuggestResponse {
  @ApiProperty({
    type: [SuggestedQueryResponse],
    description: 'Asked for in at least 3 sessions, with results now.',
  })
  queries!: SuggestedQueryResponse[];

  @ApiProperty({ type: [HitResponse] }) items!: HitResponse[];
}
