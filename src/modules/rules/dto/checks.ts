import { applyDecorators } from '@nestjs/common';
import { Transform } from 'class-transformer';
import { ArrayMaxSize, IsArray, IsObject, IsString, Length, ValidateBy, ValidateNested } from 'class-validator';
import { canonicalLocale } from '../../tenants/index.ts';
import { parseTime } from '../filters/filter.ts';
import { isSafeLink, MAX_LINK } from '../link.ts';

function Checked(name: string, check: (value: unknown) => boolean, message: string): PropertyDecorator {
  return ValidateBy({ name, validator: { validate: (value) => check(value) } }, { message });
}

export function Text(name: string, min: number, max: number): PropertyDecorator {
  return applyDecorators(
    IsString({ message: `${name} must be a text.` }) as PropertyDecorator,
    Length(min, max, { message: `${name} must have ${min} to ${max} characters.` }) as PropertyDecorator,
  );
}

export function Link(name: string): PropertyDecorator {
  const message = `${name} must be an http(s) address or a path that starts with one /, of at most ${MAX_LINK} characters.`;
  return Checked('link', isSafeLink, message);
}

export function Locale(): PropertyDecorator {
  return applyDecorators(
    Transform(({ value }: { value: unknown }) => canonicalLocale(value) ?? value),
    Checked('locale', (value) => canonicalLocale(value) !== null, 'locale must be a BCP 47 language tag, such as es.'),
  );
}

export function Time(name: string): PropertyDecorator {
  const message = `${name} must be an ISO 8601 time with an offset, such as 2026-11-27T00:00:00Z.`;
  return Checked('time', (value) => parseTime(value) !== null, message);
}

export function Flag(name: string): PropertyDecorator {
  return Checked(
    'boolean',
    (value) => value === undefined || typeof value === 'boolean',
    `${name} must be true or false.`,
  );
}

/** A list of objects of one class; pair it with `@Type`. */
export function ObjectList(name: string, max: number): PropertyDecorator {
  return applyDecorators(
    IsArray({ message: `${name} must be a list.` }) as PropertyDecorator,
    ArrayMaxSize(max, { message: `${name} may have ${max} entries.` }) as PropertyDecorator,
    // Nested validation passes over null.
    IsObject({ each: true, message: `Each entry of ${name} must be an object.` }) as PropertyDecorator,
    ValidateNested({ each: true }) as PropertyDecorator,
  );
}
