import { ApiProperty, ApiPropertyOptional, PartialType } from '@nestjs/swagger';
import { Transform } from 'class-transformer';
import {
  ArrayMaxSize,
  ArrayUnique,
  IsArray,
  IsBoolean,
  IsIn,
  IsInt,
  IsNumber,
  IsString,
  Max,
  MaxLength,
  Min,
  ValidateBy,
  ValidateIf,
  type ValidationOptions,
} from 'class-validator';
import {
  canonicalLocale,
  DEFAULT_SETTINGS,
  isFacetField,
  isSearchableField,
  isTimeZone,
  SETTING_LIMITS,
  SMART_MODES,
  type SmartMode,
  type TenantSettings,
} from '../settings.ts';

function Checked(name: string, check: (value: unknown) => boolean, message: string, options: ValidationOptions = {}) {
  return ValidateBy({ name, validator: { validate: (value) => check(value) } }, { ...options, message });
}

function Threshold(name: string): PropertyDecorator {
  return (target, key) => {
    IsNumber({ maxDecimalPlaces: 2 }, { message: `${name} must be a number with at most two decimals.` })(target, key);
    Min(0, { message: `${name} must be at least 0.` })(target, key as string);
    Max(1, { message: `${name} must be at most 1.` })(target, key as string);
  };
}

function Whole(name: string, min: number, max: number): PropertyDecorator {
  return (target, key) => {
    IsInt({ message: `${name} must be a whole number.` })(target, key as string);
    Min(min, { message: `${name} must be at least ${min}.` })(target, key as string);
    Max(max, { message: `${name} must be at most ${max}.` })(target, key as string);
  };
}

const limits = SETTING_LIMITS;

export class SettingsResponse implements TenantSettings {
  @ApiProperty({ enum: SMART_MODES, description: 'What the nightly learner may do with what it finds.' })
  @IsIn(SMART_MODES, { message: `smart_mode must be one of ${SMART_MODES.join(', ')}.` })
  smart_mode!: SmartMode;

  @ApiProperty({ minimum: 0, maximum: 1, default: DEFAULT_SETTINGS.hybrid_confidence_threshold })
  @Threshold('hybrid_confidence_threshold')
  hybrid_confidence_threshold!: number;

  @ApiProperty({ minimum: 0, maximum: 1, default: DEFAULT_SETTINGS.auto_confidence_threshold })
  @Threshold('auto_confidence_threshold')
  auto_confidence_threshold!: number;

  @ApiProperty({
    maxLength: limits.businessMemory,
    description: 'What the learner should know of the shop, in Markdown.',
  })
  @IsString({ message: 'business_memory_md must be a text.' })
  @MaxLength(limits.businessMemory, { message: `business_memory_md may have ${limits.businessMemory} characters.` })
  business_memory_md!: string;

  @ApiProperty({
    ...bounds(limits.maxQueryLength),
    type: 'integer',
    description: 'Longer queries are not learned from.',
  })
  @Whole('smart_max_query_length', limits.maxQueryLength.min, limits.maxQueryLength.max)
  smart_max_query_length!: number;

  @ApiProperty({ type: 'integer', minimum: 0, maximum: 23, description: 'Local hour of the nightly run.' })
  @Whole('smart_hour', 0, 23)
  smart_hour!: number;

  @ApiProperty({ example: 'Europe/Madrid', description: 'IANA time zone.' })
  @Checked('timezone', isTimeZone, 'timezone must be an IANA time zone, such as Europe/Madrid.')
  timezone!: string;

  @ApiProperty({ example: 'es', description: "Language of the catalogue (BCP 47), the default of a query's." })
  @Transform(({ value }: { value: unknown }) => canonicalLocale(value) ?? value)
  @Checked('locale', (value) => canonicalLocale(value) !== null, 'locale must be a BCP 47 language tag, such as es.')
  locale!: string;

  @ApiProperty({ type: 'integer', ...bounds(limits.rateLimit) })
  @Whole('rate_limit_per_minute', limits.rateLimit.min, limits.rateLimit.max)
  rate_limit_per_minute!: number;

  @ApiProperty({ type: 'integer', ...bounds(limits.retentionDays), description: 'Days that raw events are kept.' })
  @Whole('retention_days', limits.retentionDays.min, limits.retentionDays.max)
  retention_days!: number;

  @ApiProperty({ description: 'Ignore events of browsers that send Sec-GPC: 1.' })
  @IsBoolean({ message: 'honour_gpc must be true or false.' })
  honour_gpc!: boolean;

  @ApiProperty({ type: 'integer', ...bounds(limits.aiBudgetCents) })
  @Whole('ai_budget_cents_per_run', limits.aiBudgetCents.min, limits.aiBudgetCents.max)
  ai_budget_cents_per_run!: number;

  @ApiProperty({ type: 'integer', ...bounds(limits.aiBudgetCents), description: '0: no AI.' })
  @Whole('ai_budget_cents_per_month', limits.aiBudgetCents.min, limits.aiBudgetCents.max)
  ai_budget_cents_per_month!: number;

  @ApiProperty({ type: [String], nullable: true, description: 'Fields in order of weight; null is the default order.' })
  @ValidateIf((_, value) => value !== null)
  @IsArray({ message: 'searchable_fields must be a list or null.' })
  @ArrayMaxSize(limits.fields, { message: `searchable_fields may have ${limits.fields} entries.` })
  @ArrayUnique({ message: 'searchable_fields must not name a field twice.' })
  @Checked(
    'field',
    isSearchableField,
    'searchable_fields may name title, description, brand, categories, tags, sku, gtin, attributes or attributes.x.',
    { each: true },
  )
  searchable_fields!: string[] | null;

  @ApiProperty({ type: [String], description: 'Facets that the widget shows.' })
  @IsArray({ message: 'facet_fields must be a list.' })
  @ArrayMaxSize(limits.fields, { message: `facet_fields may have ${limits.fields} entries.` })
  @ArrayUnique({ message: 'facet_fields must not name a field twice.' })
  @Checked(
    'field',
    isFacetField,
    'facet_fields may name brand, categories, docType, tags, price, in_stock, stock, rating, currency or attributes.x.',
    { each: true },
  )
  facet_fields!: string[];

  @ApiProperty()
  @IsBoolean({ message: 'typo_tolerance must be true or false.' })
  typo_tolerance!: boolean;
}

function bounds({ min, max }: { min: number; max: number }) {
  return { minimum: min, maximum: max };
}

/** The fields to change; the others keep their value. */
export class PatchSettingsRequest extends PartialType(SettingsResponse, { skipNullProperties: false }) {}

export class SettingsWarning {
  @ApiProperty() field!: string;
  @ApiProperty() message!: string;
}

export class PatchedSettingsResponse extends SettingsResponse {
  @ApiPropertyOptional({ type: [SettingsWarning], description: 'What was stored but deserves a second look.' })
  warnings!: SettingsWarning[];
}
