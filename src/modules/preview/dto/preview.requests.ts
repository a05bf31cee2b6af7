import { ApiProperty, ApiPropertyOptional } from '@nestjs/swagger';
import { Transform, Type } from 'class-transformer';
import {
  ArrayMaxSize,
  IsArray,
  IsIn,
  IsInt,
  IsOptional,
  IsString,
  IsUUID,
  Max,
  MaxLength,
  Min,
  ValidateBy,
  ValidateNested,
} from 'class-validator';
import { CHANNELS, CreateRuleRequest, type Channel } from '../../rules/index.ts';
import { CreateSynonymRequest } from '../../synonyms/index.ts';
import { canonicalLocale } from '../../tenants/index.ts';

export const PREVIEW_LIMITS = { q: 512, rules: 20, synonyms: 50, perPage: 50 } as const;
const ID_MESSAGE = 'id must be the id of what the draft stands for.';

export class DraftRule extends CreateRuleRequest {
  @ApiPropertyOptional({ format: 'uuid', description: 'Of a rule that the draft stands for; else it is a new one.' })
  @IsOptional()
  @IsUUID(undefined, { message: ID_MESSAGE })
  id?: string;
}

export class DraftSynonym extends CreateSynonymRequest {
  @ApiPropertyOptional({ format: 'uuid', description: 'Of a synonym that the draft stands for; else it is a new one.' })
  @IsOptional()
  @IsUUID(undefined, { message: ID_MESSAGE })
  id?: string;
}

export class PreviewRequest {
  @ApiPropertyOptional({ maxLength: PREVIEW_LIMITS.q, description: "Default: the suggestion's words, or all." })
  @IsOptional()
  @IsString({ message: 'q must be a text.' })
  @MaxLength(PREVIEW_LIMITS.q, { message: `q may have ${PREVIEW_LIMITS.q} characters.` })
  q?: string;

  @ApiPropertyOptional({ enum: CHANNELS })
  @IsOptional()
  @IsIn(CHANNELS, { message: `channel must be ${CHANNELS.join(' or ')}.` })
  channel?: Channel;

  @ApiPropertyOptional({ example: 'es', description: "BCP 47; default the tenant's." })
  @IsOptional()
  @Transform(({ value }: { value: unknown }) => canonicalLocale(value) ?? value)
  @ValidateBy(
    { name: 'locale', validator: { validate: (value) => canonicalLocale(value) !== null } },
    { message: 'locale must be a BCP 47 language tag, such as es.' },
  )
  locale?: string;

  @ApiPropertyOptional({ type: 'integer', default: 10, minimum: 1, maximum: PREVIEW_LIMITS.perPage })
  @IsInt({ message: 'per_page must be a whole number.' })
  @Min(1, { message: 'per_page must be at least 1.' })
  @Max(PREVIEW_LIMITS.perPage, { message: `per_page must be at most ${PREVIEW_LIMITS.perPage}.` })
  per_page: number = 10;

  @ApiPropertyOptional({ type: [DraftRule], maxItems: PREVIEW_LIMITS.rules })
  @IsArray({ message: 'rules must be a list.' })
  @ArrayMaxSize(PREVIEW_LIMITS.rules, { message: `rules may have ${PREVIEW_LIMITS.rules} entries.` })
  @ValidateNested({ each: true })
  @Type(() => DraftRule)
  rules: DraftRule[] = [];

  @ApiPropertyOptional({ type: [DraftSynonym], maxItems: PREVIEW_LIMITS.synonyms })
  @IsArray({ message: 'synonyms must be a list.' })
  @ArrayMaxSize(PREVIEW_LIMITS.synonyms, { message: `synonyms may have ${PREVIEW_LIMITS.synonyms} entries.` })
  @ValidateNested({ each: true })
  @Type(() => DraftSynonym)
  synonyms: DraftSynonym[] = [];

  @ApiPropertyOptional({ format: 'uuid', description: 'Its synonym is one more draft.' })
  @IsOptional()
  @IsUUID(undefined, { message: 'suggestion_id must be the id of a suggestion.' })
  suggestion_id?: string;

  @ApiPropertyOptional({ enum: ['frequent'], description: 'Also try it on what is asked most.' })
  @IsOptional()
  @IsIn(['frequent'], { message: 'queries must be frequent, or left out.' })
  queries?: 'frequent';
}

export class ChangedQueryResponse {
  @ApiProperty({ description: 'Normalised.' }) query!: string;
  @ApiProperty({ type: 'integer', description: 'Times it was asked in 14 days.' }) searches!: number;
  @ApiProperty({ type: 'integer' }) total_before!: number;
  @ApiProperty({ type: 'integer' }) total_after!: number;
  @ApiProperty({ type: 'integer', description: 'Of the first ten, how many are new or stand elsewhere.' })
  moved!: number;
  @ApiProperty({ description: 'A redirect comes, goes or leads elsewhere.' }) redirect_changed!: boolean;
}

export class FrequentResponse {
  @ApiProperty({ type: 'integer', description: 'Queries that were tried, 100 at most.' }) queries!: number;
  @ApiProperty({ description: 'The searches that they stand for.' }) searches!: number;
  @ApiProperty({ type: 'integer', description: 'Of them, those whose first ten hits change.' }) changed!: number;
  @ApiProperty() changed_searches!: number;
  @ApiProperty({ description: 'False: the time was up before all were tried.' }) complete!: boolean;
  @ApiProperty({ type: [ChangedQueryResponse], description: 'Those that change, the most asked first.' })
  rows!: ChangedQueryResponse[];
}
