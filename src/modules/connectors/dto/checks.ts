import { applyDecorators } from '@nestjs/common';
import { IsBoolean, IsInt, IsOptional, IsString, Length, Max, Min, ValidateBy, ValidateIf } from 'class-validator';
import { isJsonObject } from '../../../kernel/json.ts';
import { CONNECTOR_LIMITS as limits } from '../connector.ts';
import { isTransform } from '../transforms.ts';

/** Absent, or of its type; null is no value for it. */
const IfGiven = (): PropertyDecorator => ValidateIf((_, value) => value !== undefined) as PropertyDecorator;

export function Text(name: string, min: number, max: number): PropertyDecorator {
  return applyDecorators(
    IsString({ message: `${name} must be a text.` }) as PropertyDecorator,
    Length(min, max, { message: `${name} must have ${min} to ${max} characters.` }) as PropertyDecorator,
  );
}

export function OptionalText(name: string, min: number, max: number): PropertyDecorator {
  return applyDecorators(IfGiven(), Text(name, min, max));
}

/** Null: as if it had never been given. */
export function NullableText(name: string, max: number): PropertyDecorator {
  return applyDecorators(IsOptional() as PropertyDecorator, Text(name, 1, max));
}

export function OptionalInteger(name: string, min: number, max: number): PropertyDecorator {
  return applyDecorators(
    IfGiven(),
    Max(max, { message: `${name} must be at most ${max}.` }) as PropertyDecorator,
    Min(min, { message: `${name} must be at least ${min}.` }) as PropertyDecorator,
    IsInt({ message: `${name} must be a whole number.` }) as PropertyDecorator,
  );
}

export function OptionalFlag(name: string): PropertyDecorator {
  return applyDecorators(IfGiven(), IsBoolean({ message: `${name} must be true or false.` }) as PropertyDecorator);
}

function Checked(name: string, check: (value: unknown) => boolean, message: string): PropertyDecorator {
  return applyDecorators(
    IsOptional() as PropertyDecorator,
    ValidateBy({ name, validator: { validate: (value) => check(value) } }, { message }) as PropertyDecorator,
  );
}

function isMap(value: unknown, fits: (entry: unknown) => boolean): boolean {
  if (!isJsonObject(value)) return false;
  const entries = Object.entries(value);
  return entries.length <= limits.mappingFields && entries.every(([key, entry]) => key.length <= 128 && fits(entry));
}

export function MappingField(): PropertyDecorator {
  const fits = (entry: unknown): boolean =>
    typeof entry === 'string' && entry !== '' && entry.length <= limits.mappingPath;
  const message = `mapping must be an object of at most ${limits.mappingFields} fields with paths of at most ${limits.mappingPath} characters.`;
  return Checked('mapping', (value) => isMap(value, fits), message);
}

export function TransformsField(): PropertyDecorator {
  const message =
    'transforms must be an object of fields with minor_units, decimal_comma, strip_html, split, join, lowercase or absolute_url.';
  return Checked('transforms', (value) => isMap(value, isTransform), message);
}

/** Anything but nothing. */
export function Sample(): PropertyDecorator {
  return Checked('sample', (value) => typeof value === 'object', 'sample must be an object or a list.');
}
