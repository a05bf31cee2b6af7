import { ApiProperty, ApiPropertyOptional } from '@nestjs/swagger';
import { Transform } from 'class-transformer';
import {
  ArrayMaxSize,
  IsArray,
  IsIn,
  IsInt,
  IsISO8601,
  IsOptional,
  IsString,
  Length,
  Max,
  Min,
  ValidateBy,
} from 'class-validator';
import { KEY_KINDS, type KeyKind } from '../../../kernel/tenant-context.ts';
import { parseAllowedOrigin } from '../api-key.ts';

const ORIGIN_MESSAGE = 'Each origin must look like https://shop.tld or https://*.shop.tld, without a path.';

export class CreateKeyRequest {
  @ApiProperty({ enum: KEY_KINDS, description: 'public for storefronts, secret for servers, indexer for pushing.' })
  @IsIn(KEY_KINDS, { message: `kind must be one of ${KEY_KINDS.join(', ')}.` })
  kind!: KeyKind;

  @ApiProperty({ minLength: 1, maxLength: 100, example: 'Storefront' })
  @IsString({ message: 'name must be a text.' })
  @Length(1, 100, { message: 'name must have 1 to 100 characters.' })
  name!: string;

  @ApiPropertyOptional({
    type: [String],
    maxItems: 50,
    example: ['https://shop.example', 'https://*.shop.example'],
    description: 'Pages that may use a public key; empty means any.',
  })
  @IsOptional()
  @IsArray({ message: 'allowed_origins must be a list.' })
  @ArrayMaxSize(50, { message: 'allowed_origins may have 50 entries.' })
  @ValidateBy(
    {
      name: 'origin',
      validator: { validate: (value) => typeof value === 'string' && parseAllowedOrigin(value) !== null },
    },
    { each: true, message: ORIGIN_MESSAGE },
  )
  @Transform(({ value }: { value: unknown }) =>
    Array.isArray(value)
      ? value.map((entry: unknown) => (typeof entry === 'string' ? (parseAllowedOrigin(entry) ?? entry) : entry))
      : value,
  )
  allowed_origins?: string[];

  @ApiPropertyOptional({
    type: String,
    format: 'date-time',
    nullable: true,
    description: 'When the key stops working.',
  })
  @IsOptional()
  @IsISO8601({ strict: true }, { message: 'expires_at must be an ISO 8601 time.' })
  expires_at?: string | null;
}

export class RotateKeyRequest {
  @ApiPropertyOptional({
    default: 24,
    minimum: 0,
    maximum: 720,
    description: 'Hours in which the old key still works.',
  })
  @IsInt({ message: 'grace_hours must be a whole number.' })
  @Min(0, { message: 'grace_hours must be at least 0.' })
  @Max(720, { message: 'grace_hours must be at most 720.' })
  grace_hours: number = 24;
}
