import { ApiProperty, ApiPropertyOptional, PartialType } from '@nestjs/swagger';
import { Type } from 'class-transformer';
import {
  ArrayMaxSize,
  ArrayUnique,
  IsArray,
  IsIn,
  IsInt,
  IsNumber,
  IsObject,
  IsOptional,
  IsString,
  Length,
  Max,
  Min,
  ValidateIf,
  ValidateNested,
} from 'class-validator';
import type { JsonObject } from '../../../kernel/json.ts';
import {
  CHANNELS,
  MATCHES,
  NO_ACTIONS,
  RULE_LIMITS,
  type Channel,
  type Match,
  type RuleActions,
  type RuleDraft,
} from '../rule.ts';
import { Flag, Link, Locale, ObjectList, Text, Time } from './checks.ts';

const limits = RULE_LIMITS;
const filterSchema = {
  type: 'object',
  additionalProperties: true,
  example: { brand: ['Acme'], price: { lte: 50 } },
} as const;

export class RuleConditionBody {
  @ApiProperty({ enum: MATCHES })
  @IsIn(MATCHES, { message: `match must be one of ${MATCHES.join(', ')}.` })
  match!: Match;

  @ApiProperty({
    maxLength: limits.query,
    example: 'running shoes',
    description: 'Whole words; plurals and synonyms match.',
  })
  @Text('pattern', 1, limits.query)
  pattern!: string;

  @ApiPropertyOptional({ type: String, enum: CHANNELS, nullable: true })
  @IsOptional()
  @IsIn(CHANNELS, { message: `channel must be one of ${CHANNELS.join(', ')}.` })
  channel?: Channel | null;

  @ApiPropertyOptional({ type: String, nullable: true, example: 'es' })
  @IsOptional()
  @Locale()
  locale?: string | null;
}

export class PinBody {
  @ApiProperty({ maxLength: limits.idLength })
  @Text('id', 1, limits.idLength)
  id!: string;

  @ApiProperty({ type: 'integer', minimum: 1, maximum: limits.position, description: 'From 1, through all pages.' })
  @Max(limits.position, { message: `position must be at most ${limits.position}.` })
  @Min(1, { message: 'position must be at least 1.' })
  @IsInt({ message: 'position must be a whole number.' })
  position!: number;
}

export class BuryBody {
  @ApiProperty(filterSchema)
  @IsObject({ message: 'filter must be an object.' })
  filter!: JsonObject;
}

export class BoostBody extends BuryBody {
  @ApiProperty({ minimum: limits.weight.min, maximum: limits.weight.max })
  @Max(limits.weight.max, { message: `weight must be at most ${limits.weight.max}.` })
  @Min(limits.weight.min, { message: `weight must be at least ${limits.weight.min}.` })
  @IsNumber({ allowNaN: false, allowInfinity: false }, { message: 'weight must be a number.' })
  weight!: number;
}

export class BannerBody {
  @ApiProperty({ maxLength: limits.bannerTitle })
  @Text('title', 1, limits.bannerTitle)
  title!: string;

  @ApiPropertyOptional({ type: String, nullable: true, maxLength: limits.bannerText, description: 'Plain text.' })
  @IsOptional()
  @Text('text', 0, limits.bannerText)
  text?: string | null;

  @ApiPropertyOptional({ type: String, nullable: true, example: '/images/sale.jpg' })
  @IsOptional()
  @Link('image')
  image?: string | null;

  @ApiPropertyOptional({ type: String, nullable: true, example: '/sale' })
  @IsOptional()
  @Link('url')
  url?: string | null;
}

export class RuleActionsBody {
  @ApiPropertyOptional({ type: [PinBody], maxItems: limits.pins })
  @IsOptional()
  @ObjectList('pin', limits.pins)
  @Type(() => PinBody)
  pin?: PinBody[] | null;

  @ApiPropertyOptional({ type: [String], maxItems: limits.hides })
  @IsOptional()
  @Length(1, limits.idLength, { each: true, message: `Each id must have 1 to ${limits.idLength} characters.` })
  @IsString({ each: true, message: 'Each id must be a text.' })
  @ArrayUnique({ message: 'hide must not name an id twice.' })
  @ArrayMaxSize(limits.hides, { message: `hide may have ${limits.hides} entries.` })
  @IsArray({ message: 'hide must be a list of ids.' })
  hide?: string[] | null;

  @ApiPropertyOptional({ type: [BoostBody], maxItems: limits.boosts })
  @IsOptional()
  @ObjectList('boost', limits.boosts)
  @Type(() => BoostBody)
  boost?: BoostBody[] | null;

  @ApiPropertyOptional({ type: [BuryBody], maxItems: limits.boosts })
  @IsOptional()
  @ObjectList('bury', limits.boosts)
  @Type(() => BuryBody)
  bury?: BuryBody[] | null;

  @ApiPropertyOptional({ ...filterSchema, nullable: true })
  @IsOptional()
  @IsObject({ message: 'filter must be an object.' })
  filter?: JsonObject | null;

  @ApiPropertyOptional({
    type: String,
    nullable: true,
    example: '/sale',
    description: 'http(s), or a path of the site.',
  })
  @IsOptional()
  @Link('redirect')
  redirect?: string | null;

  @ApiPropertyOptional({ type: BannerBody, nullable: true })
  @IsOptional()
  @ValidateNested()
  @IsObject({ message: 'banner must be an object.' })
  @Type(() => BannerBody)
  banner?: BannerBody | null;

  @ApiPropertyOptional({ type: String, nullable: true, maxLength: limits.query })
  @IsOptional()
  @Text('replace_query', 1, limits.query)
  replace_query?: string | null;
}

class RuleFields {
  @ApiProperty({ maxLength: limits.name })
  @Text('name', 1, limits.name)
  name!: string;

  @ApiPropertyOptional({ default: true })
  @Flag('enabled')
  enabled?: boolean;

  @ApiPropertyOptional({ type: 'integer', default: 0, description: 'Higher first, then the older.' })
  @ValidateIf((_, value) => value !== undefined)
  @Max(limits.priority, { message: `priority must be at most ${limits.priority}.` })
  @Min(-limits.priority, { message: `priority must be at least ${-limits.priority}.` })
  @IsInt({ message: 'priority must be a whole number.' })
  priority?: number;

  @ApiProperty({
    type: [RuleConditionBody],
    maxItems: limits.conditions,
    description: 'Any of them matches; an empty list: every search.',
  })
  @ObjectList('conditions', limits.conditions)
  @Type(() => RuleConditionBody)
  conditions!: RuleConditionBody[];

  @ApiProperty({ type: RuleActionsBody })
  @ValidateNested()
  @IsObject({ message: 'actions must be an object.' })
  @Type(() => RuleActionsBody)
  actions!: RuleActionsBody;

  @ApiPropertyOptional({ type: String, format: 'date-time', nullable: true })
  @IsOptional()
  @Time('starts_at')
  starts_at?: string | null;

  @ApiPropertyOptional({ type: String, format: 'date-time', nullable: true, description: 'Not in force from here on.' })
  @IsOptional()
  @Time('ends_at')
  ends_at?: string | null;
}

export class CreateRuleRequest extends RuleFields {}

/** The fields to change; `conditions` and `actions` are replaced as a whole. */
export class PatchRuleRequest extends PartialType(RuleFields, { skipNullProperties: false }) {}

export function draftOf(body: CreateRuleRequest): RuleDraft {
  return {
    name: body.name,
    enabled: body.enabled ?? true,
    priority: body.priority ?? 0,
    conditions: body.conditions.map(conditionOf),
    actions: actionsOf(body.actions),
    starts_at: body.starts_at ? new Date(body.starts_at) : null,
    ends_at: body.ends_at ? new Date(body.ends_at) : null,
  };
}

export function patchOf(body: PatchRuleRequest): Partial<RuleDraft> {
  const { name, enabled, priority, conditions, actions, starts_at, ends_at } = body;
  const patch: { [K in keyof RuleDraft]: RuleDraft[K] | undefined } = {
    name,
    enabled,
    priority,
    conditions: conditions?.map(conditionOf),
    actions: actions && actionsOf(actions),
    starts_at: starts_at ? new Date(starts_at) : (starts_at as null | undefined),
    ends_at: ends_at ? new Date(ends_at) : (ends_at as null | undefined),
  };
  return Object.fromEntries(Object.entries(patch).filter(([, value]) => value !== undefined));
}

function conditionOf({ match, pattern, channel, locale }: RuleConditionBody): RuleDraft['conditions'][number] {
  return { match, pattern, channel: channel ?? null, locale: locale ?? null };
}

function actionsOf(body: RuleActionsBody): RuleActions {
  const { banner, ...rest } = body;
  const given = Object.fromEntries(Object.entries(rest).filter(([, value]) => value !== undefined && value !== null));
  return {
    ...NO_ACTIONS,
    ...given,
    banner: banner
      ? { title: banner.title, text: banner.text ?? null, image: banner.image ?? null, url: banner.url ?? null }
      : null,
  };
}
