import { ApiProperty, ApiPropertyOptional } from '@nestjs/swagger';
import { IsOptional, Matches } from 'class-validator';
import { IgnoreUnknownFields, PageQuery } from '../../../platform/http/index.ts';
import { ApiError } from '../../../kernel/errors.ts';
import { isJsonObject, type JsonObject } from '../../../kernel/json.ts';
import { DOC_TYPE, DOC_TYPE_HELP } from '../document-fields.ts';
import { SOURCE, SOURCE_HELP, type Item } from '../item.ts';

@IgnoreUnknownFields()
export class ItemsQuery extends PageQuery {
  @ApiPropertyOptional({ description: 'Only items that this feeding catalogue wrote.' })
  @IsOptional()
  @Matches(SOURCE, { message: SOURCE_HELP })
  source?: string;

  @ApiPropertyOptional({ description: 'Only items of this type.' })
  @IsOptional()
  @Matches(DOC_TYPE, { message: DOC_TYPE_HELP })
  doc_type?: string;
}

/** A document of the catalogue, as it is pushed. */
export class DocumentSchema {
  @ApiProperty({ maxLength: 512 }) id!: string;
  @ApiProperty({ maxLength: 1000 }) title!: string;
  @ApiProperty({ description: 'Absolute http(s), or beginning with "/".' }) url!: string;
  @ApiProperty({ default: 'product', maxLength: 32 }) docType!: string;
  @ApiPropertyOptional() description?: string;
  @ApiPropertyOptional() image?: string;
  @ApiPropertyOptional({ type: Number, description: 'Exact; at most 4 decimals. A text is understood too.' })
  price?: number;
  @ApiPropertyOptional({ description: 'ISO 4217.', example: 'EUR' }) currency?: string;
  @ApiPropertyOptional({ type: 'integer' }) stock?: number;
  @ApiPropertyOptional() brand?: string;
  @ApiPropertyOptional({ type: [String], example: ['Clothing > Shoes > Sneakers'] }) categories?: string[];
  @ApiPropertyOptional() sku?: string;
  @ApiPropertyOptional() gtin?: string;
  @ApiPropertyOptional({ type: [String] }) tags?: string[];
  @ApiPropertyOptional() rating?: number;
  @ApiPropertyOptional() popularity?: number;
  @ApiPropertyOptional({ format: 'date-time' }) created_at?: string;
  @ApiPropertyOptional({ format: 'date-time' }) updated_at?: string;
  @ApiPropertyOptional({
    type: 'object',
    additionalProperties: true,
    description: 'Every field that is not named here.',
  })
  attributes?: Record<string, unknown>;
}

export class ItemResponse extends DocumentSchema {
  @ApiProperty({ description: 'The feeding catalogue that wrote it last.' }) source!: string;
  @ApiProperty({ type: 'integer', description: 'Catalogue version in which it last changed.' }) version!: number;
  @ApiProperty({ format: 'date-time', type: String }) indexed_at!: Date;
}

export class ItemPageResponse {
  @ApiProperty() total!: number;
  @ApiProperty({ type: [ItemResponse] }) rows!: ItemResponse[];
  @ApiProperty() limit!: number;
  @ApiProperty() offset!: number;
}

export function itemResponse({ document, source, version, indexedAt }: Item): ItemResponse {
  return { ...document, source, version, indexed_at: indexedAt };
}

/** By hand: a field that we do not know is an attribute, which a validator would refuse. */
export function readPatch(body: unknown): JsonObject {
  if (isJsonObject(body)) return body;
  const message = 'The body must be a JSON object.';
  throw new ApiError('validation_failed', message, { errors: [{ field: '', code: 'type', message }] });
}
