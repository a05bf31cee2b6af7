import { ApiProperty, ApiPropertyOptional } from '@nestjs/swagger';
import { IsInt, Max, Min } from 'class-validator';
import { DEFAULT_LIMIT, MAX_LIMIT } from '../../../kernel/paging.ts';
import { ADVICE, CAUSES, type Cause, type Diagnosis } from '../opportunity.ts';
import { Moment } from './metrics.requests.ts';

function Whole(name: string, min: number, max: number, fallback: number): PropertyDecorator {
  return (target, key) => {
    ApiPropertyOptional({ type: 'integer', minimum: min, maximum: max, default: fallback })(target, key);
    IsInt({ message: `${name} must be a whole number.` })(target, key as string);
    Min(min, { message: `${name} must be at least ${min}.` })(target, key as string);
    Max(max, { message: `${name} must be at most ${max}.` })(target, key as string);
  };
}

export class OpportunitiesRequest {
  @Moment('from', 'Begin of the period; default 8 days up to its end')
  from?: string;

  @Moment('to', 'End of the period; a date is included, a time excluded; default today')
  to?: string;

  @Whole('min_count', 1, 1_000_000, 2)
  min_count: number = 2;

  @Whole('limit', 1, MAX_LIMIT, DEFAULT_LIMIT)
  limit: number = DEFAULT_LIMIT;

  @Whole('offset', 0, 10_000_000, 0)
  offset: number = 0;
}

class Variant {
  @ApiProperty() query!: string;
  @ApiProperty() count!: number;
}

class Value {
  @ApiProperty() currency!: string;
  @ApiProperty() amount!: number;
}

class Advice {
  @ApiProperty({ enum: ADVICE }) code!: Diagnosis['advice'];
  @ApiProperty({
    type: String,
    nullable: true,
    description: 'What the query was meant to be: of `correct` and `add_synonym`.',
  })
  target!: string | null;
}

export class OpportunityRow {
  @ApiProperty() normalized_query!: string;
  @ApiProperty({ type: [Variant], description: 'How it was typed, the 20 most frequent.' }) variants!: Variant[];
  @ApiProperty({ description: 'Searches without results.' }) searches!: number;
  @ApiProperty() sessions!: number;
  @ApiProperty({ type: String, format: 'date-time' }) first_seen!: Date;
  @ApiProperty({ type: String, format: 'date-time' }) last_seen!: Date;
  @ApiProperty({ enum: CAUSES }) cause!: Cause;
  @ApiProperty({ description: '`advice` in English.' }) suggested_action!: string;
  @ApiProperty({ type: Advice, description: 'For those who say it in their own words.' }) advice!: Advice;
  @ApiProperty({ type: String, nullable: true, description: 'The Smart suggestion about it.' })
  suggestion_id!: string | null;
  @ApiProperty({ type: [Value], description: 'Sessions × what a searching session brings in this shop.' })
  estimated_value!: Value[];
}

class PageOf {
  @ApiProperty() from!: string;
  @ApiProperty() to!: string;
  @ApiProperty() total!: number;
  @ApiProperty() limit!: number;
  @ApiProperty() offset!: number;
}

export class OpportunitiesResponse extends PageOf {
  @ApiProperty({ description: 'Queries of the period that have results now; they are left out.' })
  resolved_since!: number;
  @ApiProperty({ type: [OpportunityRow] }) rows!: OpportunityRow[];
}

class RepeatedClicksRow {
  @ApiProperty() query!: string;
  @ApiProperty() item_id!: string;
  @ApiProperty({ type: String, nullable: true }) title!: string | null;
  @ApiProperty() clicks!: number;
  @ApiProperty() sessions!: number;
  @ApiProperty() mean_position!: number;
  @ApiProperty({ description: 'Of all clicks for this query.' }) share!: number;
  @ApiProperty({ type: Object, description: 'A rule that pins it, as `POST rules` takes it.' })
  suggested_rule!: object;
}

export class RepeatedClicksResponse extends PageOf {
  @ApiProperty({ type: [RepeatedClicksRow] }) rows!: RepeatedClicksRow[];
}
