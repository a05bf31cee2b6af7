import { ApiProperty, ApiPropertyOptional, PartialType } from '@nestjs/swagger';
import { Transform } from 'class-transformer';
import { ArrayMaxSize, IsArray, IsIn, IsOptional, IsString, MaxLength, ValidateBy } from 'class-validator';
import { PageQuery } from '../../../platform/http/index.ts';
import { canonicalLocale } from '../../tenants/index.ts';
import { SYNONYM_FORMATS, type SynonymFormat } from '../formats/entry.ts';
import {
  SYNONYM_LIMITS,
  SYNONYM_SOURCES,
  SYNONYM_TYPES,
  type SynonymDraft,
  type SynonymSource,
  type SynonymType,
} from '../synonym.ts';

/** 10,000 synonyms of the longest kind are refused; those that people keep take some 60 bytes each. */
const MAX_IMPORT_CHARACTERS = 5_000_000;
export const MAX_IMPORT_BYTES = 10 * 1024 * 1024;

class SynonymFields {
  @ApiProperty({
    enum: SYNONYM_TYPES,
    description: 'two_way: the terms mean the same. one_way: input also finds terms.',
  })
  @IsIn(SYNONYM_TYPES, { message: `type must be ${SYNONYM_TYPES.join(' or ')}.` })
  type!: SynonymType;

  @ApiPropertyOptional({ type: String, nullable: true, maxLength: SYNONYM_LIMITS.termLength, example: 'laptop' })
  @IsOptional()
  @IsString({ message: 'input must be a text.' })
  input?: string | null;

  @ApiProperty({ type: [String], maxItems: SYNONYM_LIMITS.terms, example: ['sofa', 'couch'] })
  @IsString({ each: true, message: 'Each term must be a text.' })
  @ArrayMaxSize(SYNONYM_LIMITS.terms, { message: `terms may have ${SYNONYM_LIMITS.terms} entries.` })
  @IsArray({ message: 'terms must be a list.' })
  terms!: string[];

  @ApiPropertyOptional({
    type: String,
    nullable: true,
    example: 'es',
    description: 'For queries in this language only (BCP 47).',
  })
  @IsOptional()
  @Transform(({ value }: { value: unknown }) => canonicalLocale(value) ?? value)
  @ValidateBy(
    { name: 'locale', validator: { validate: (value) => canonicalLocale(value) !== null } },
    { message: 'locale must be a BCP 47 language tag, such as es.' },
  )
  locale?: string | null;

  @ApiPropertyOptional({ default: true })
  @ValidateBy(
    { name: 'boolean', validator: { validate: (value) => value === undefined || typeof value === 'boolean' } },
    { message: 'enabled must be true or false.' },
  )
  enabled?: boolean;
}

export class CreateSynonymRequest extends SynonymFields {
  toDraft(): SynonymDraft {
    const { type, input = null, terms, locale = null, enabled = true } = this;
    return { type, input, terms, locale, enabled };
  }
}

/** The fields to change; the others keep their value. */
export class PatchSynonymRequest extends PartialType(SynonymFields, { skipNullProperties: false }) {}

export function patchOf(body: PatchSynonymRequest): Partial<SynonymDraft> {
  return Object.fromEntries(Object.entries(body).filter(([, value]) => value !== undefined));
}

export class SynonymListQuery extends PageQuery {
  @ApiPropertyOptional({ maxLength: 100, description: 'Part of an input or a term.' })
  @IsOptional()
  @MaxLength(100, { message: 'q may have 100 characters.' })
  @IsString({ message: 'q must be a text.' })
  q?: string;

  @ApiPropertyOptional({ enum: SYNONYM_SOURCES })
  @IsOptional()
  @IsIn(SYNONYM_SOURCES, { message: `source must be one of ${SYNONYM_SOURCES.join(', ')}.` })
  source?: SynonymSource;
}

export class SynonymFormatQuery {
  @ApiProperty({ enum: SYNONYM_FORMATS })
  @IsIn(SYNONYM_FORMATS, { message: `format must be ${SYNONYM_FORMATS.join(' or ')}.` })
  format!: SynonymFormat;
}

export class ImportSynonymsRequest {
  @ApiProperty({
    maxLength: MAX_IMPORT_CHARACTERS,
    example: '# shoes\nsneakers, trainers\nkicks => sneakers\n',
    description: 'The text of the file.',
  })
  @MaxLength(MAX_IMPORT_CHARACTERS, { message: `content may have ${MAX_IMPORT_CHARACTERS} characters.` })
  @IsString({ message: 'content must be a text.' })
  content!: string;
}
