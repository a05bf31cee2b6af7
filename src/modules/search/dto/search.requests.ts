import { ApiProperty, ApiPropertyOptional } from '@nestjs/swagger';
import { Transform } from 'class-transformer';
import {
  ArrayMaxSize,
  IsArray,
  IsIn,
  IsInt,
  IsOptional,
  IsString,
  Max,
  MaxLength,
  Min,
  ValidateBy,
} from 'class-validator';
import { ApiError } from '../../../kernel/errors.ts';
import { isUuid } from '../../../kernel/ids.ts';
import { IgnoreUnknownFields, ToInteger } from '../../../platform/http/index.ts';
import { CHANNELS, type Channel } from '../../rules/index.ts';
import { canonicalLocale } from '../../tenants/index.ts';
import { DEFAULT_FACET_LIMIT, DEFAULT_PER_PAGE, SEARCH_LIMITS, type RawSearch } from '../search-request.ts';

const limits = SEARCH_LIMITS;
const MAX_NAME = 600;

/** What both methods take. `null` is as good as leaving a field out. */
abstract class SearchFields {
  @ApiPropertyOptional({ type: String, maxLength: limits.q, description: 'Empty: browse by popularity.' })
  @IsOptional()
  @MaxLength(limits.q, { message: `q may have ${limits.q} characters.` })
  @IsString({ message: 'q must be a text.' })
  q?: string | null;

  @ApiPropertyOptional({ type: 'integer', default: 1, minimum: 1 })
  @IsOptional()
  @ToInteger()
  @Max(limits.window, { message: `page must be at most ${limits.window}.` })
  @Min(1, { message: 'page must be at least 1.' })
  @IsInt({ message: 'page must be a whole number.' })
  page?: number | null;

  @ApiPropertyOptional({ type: 'integer', default: DEFAULT_PER_PAGE, minimum: 1, maximum: limits.perPage })
  @IsOptional()
  @ToInteger()
  @Max(limits.perPage, { message: `per_page must be at most ${limits.perPage}.` })
  @Min(1, { message: 'per_page must be at least 1.' })
  @IsInt({ message: 'per_page must be a whole number.' })
  per_page?: number | null;

  @ApiPropertyOptional({
    type: String,
    example: 'price:asc',
    default: 'relevance',
    description: 'relevance, popularity, newest, price:asc|desc or attributes.x:asc|desc.',
  })
  @IsOptional()
  @MaxLength(MAX_NAME, { message: `sort may have ${MAX_NAME} characters.` })
  @IsString({ message: 'sort must be a text.' })
  sort?: string | null;

  @ApiPropertyOptional({
    type: 'integer',
    default: DEFAULT_FACET_LIMIT,
    minimum: 1,
    maximum: limits.facetLimit,
    description: 'Values a facet lists at most.',
  })
  @IsOptional()
  @ToInteger()
  @Max(limits.facetLimit, { message: `facet_limit must be at most ${limits.facetLimit}.` })
  @Min(1, { message: 'facet_limit must be at least 1.' })
  @IsInt({ message: 'facet_limit must be a whole number.' })
  facet_limit?: number | null;

  @ApiPropertyOptional({ type: String, example: 'es', description: "Language of the query; default the tenant's." })
  @IsOptional()
  @Transform(({ value }: { value: unknown }) => canonicalLocale(value) ?? value)
  @ValidateBy(
    { name: 'locale', validator: { validate: (value) => canonicalLocale(value) !== null } },
    { message: 'locale must be a BCP 47 language tag, such as es.' },
  )
  locale?: string | null;

  @ApiPropertyOptional({ type: String, enum: CHANNELS })
  @IsOptional()
  @IsIn(CHANNELS, { message: `channel must be one of ${CHANNELS.join(', ')}.` })
  channel?: Channel | null;

  @ApiPropertyOptional({ type: String, format: 'uuid', description: 'Ties what follows to this search.' })
  @IsOptional()
  @ValidateBy(
    { name: 'uuid', validator: { validate: (value) => typeof value === 'string' && isUuid(value) } },
    { message: 'session_id must be a UUID.' },
  )
  session_id?: string | null;

  @ApiPropertyOptional({ type: Boolean, default: false, description: 'Each hit says how it came to its place.' })
  @IsOptional()
  @Transform(({ value }: { value: unknown }) => (value === 'true' ? true : value === 'false' ? false : value))
  @IsIn([true, false], { message: 'explain must be true or false.' })
  explain?: boolean | null;
}

@IgnoreUnknownFields()
export class SearchParameters extends SearchFields {
  @ApiPropertyOptional({
    type: String,
    maxLength: limits.filters,
    example: '{"brand":["A","B"],"price":{"lte":50}}',
    description: 'A JSON object, as in the body of the POST.',
  })
  @IsOptional()
  @MaxLength(limits.filters, { message: `filters may have ${limits.filters} characters.` })
  @IsString({ message: 'filters must be one JSON object.' })
  filters?: string;

  @ApiPropertyOptional({ type: String, example: 'brand,categories', description: 'A comma list, or repeated.' })
  @IsOptional()
  @Transform(({ value }: { value: unknown }) => splitList(value))
  @MaxLength(MAX_NAME, { each: true, message: `A facet may have ${MAX_NAME} characters.` })
  @ArrayMaxSize(limits.facets, { message: `facets may have ${limits.facets} entries.` })
  @IsString({ each: true, message: 'facets must be a comma list of field names.' })
  facets?: string[];

  @ApiPropertyOptional({
    type: String,
    maxLength: limits.filters,
    example: '{"brand":"son"}',
    description: 'A JSON object, as in the body of the POST.',
  })
  @IsOptional()
  @MaxLength(limits.filters, { message: `facet_query may have ${limits.filters} characters.` })
  @IsString({ message: 'facet_query must be one JSON object.' })
  facet_query?: string;

  toSearch(): RawSearch {
    return {
      ...this,
      filters: parseJson('filters', this.filters),
      facet_query: parseJson('facet_query', this.facet_query),
    };
  }
}

@IgnoreUnknownFields()
export class SearchBody extends SearchFields implements RawSearch {
  @ApiPropertyOptional({
    type: 'object',
    additionalProperties: true,
    nullable: true,
    example: { brand: ['A', 'B'], price: { gte: 10, lte: 50 }, in_stock: true, not: { tags: 'old' } },
    description: 'Keys are ANDed, lists ORed; `any` holds alternatives, `not` what must not be.',
  })
  @IsOptional()
  filters?: unknown;

  @ApiPropertyOptional({
    type: 'object',
    additionalProperties: { type: 'string', maxLength: limits.facetQuery },
    nullable: true,
    example: { brand: 'son' },
    description: 'Finds values of a facet by the beginnings of their words; the field need not stand in facets too.',
  })
  @IsOptional()
  facet_query?: unknown;

  @ApiProperty({ type: [String], required: false, maxItems: limits.facets, example: ['brand', 'attributes.colour'] })
  @IsOptional()
  @MaxLength(MAX_NAME, { each: true, message: `A facet may have ${MAX_NAME} characters.` })
  @IsString({ each: true, message: 'Each facet must be a text.' })
  @ArrayMaxSize(limits.facets, { message: `facets may have ${limits.facets} entries.` })
  @IsArray({ message: 'facets must be a list.' })
  facets?: string[] | null;
}

const JSON_EXAMPLES = { filters: '{"brand":["A","B"]}', facet_query: '{"brand":"son"}' };

function splitList(value: unknown): unknown {
  const lists = Array.isArray(value) ? value : [value];
  if (!lists.every((list) => typeof list === 'string')) return value;
  return lists
    .flatMap((list) => list.split(','))
    .map((name) => name.trim())
    .filter((name) => name !== '');
}

function parseJson(parameter: keyof typeof JSON_EXAMPLES, text: string | undefined): unknown {
  if (text === undefined || text.trim() === '') return undefined;
  try {
    return JSON.parse(text) as unknown;
  } catch (error) {
    const message = `${parameter} must be a JSON object, such as ${JSON_EXAMPLES[parameter]}.`;
    throw new ApiError('invalid_parameter', message, {
      errors: [{ field: parameter, code: 'json', message }],
      cause: error,
    });
  }
}
