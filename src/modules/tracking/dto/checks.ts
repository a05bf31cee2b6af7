import { applyDecorators } from '@nestjs/common';
import { IsIn, IsInt, IsOptional, IsString, Max, MaxLength, Min, MinLength, ValidateBy } from 'class-validator';
import { CURRENCIES } from '../../../kernel/currencies.ts';
import { isUuid } from '../../../kernel/ids.ts';
import { CHANNELS, parseTime } from '../../rules/index.ts';
import { decimalOf } from '../decimal.ts';
import { EVENT_LIMITS } from '../event.ts';

const all = (...decorators: unknown[]): PropertyDecorator => applyDecorators(...(decorators as PropertyDecorator[]));

function Checked(name: string, check: (value: unknown) => boolean, message: string): PropertyDecorator {
  return ValidateBy({ name, validator: { validate: (value) => check(value) } }, { message });
}

/** Absent and null both say that there is none. */
export const Optional = (): PropertyDecorator => IsOptional() as PropertyDecorator;

export function Uuid(name: string): PropertyDecorator {
  return Checked('isUuid', (value) => typeof value === 'string' && isUuid(value), `${name} must be a UUID.`);
}

export function Query(): PropertyDecorator {
  return all(
    IsString({ message: 'query must be a text.' }),
    MaxLength(EVENT_LIMITS.query, { message: `query may have ${EVENT_LIMITS.query} characters.` }),
  );
}

/** PostgreSQL stores no NUL, and an id with it names nothing. */
export function Id(name: string, max: number): PropertyDecorator {
  return all(
    IsString({ message: `${name} must be a text.` }),
    MinLength(1, { message: `${name} must not be empty.` }),
    MaxLength(max, { message: `${name} may have ${max} characters.` }),
    Checked('nul', (value) => typeof value !== 'string' || !value.includes('\0'), `${name} must not contain NUL.`),
  );
}

export function Whole(name: string, min: number): PropertyDecorator {
  return all(
    IsInt({ message: `${name} must be a whole number.` }),
    Min(min, { message: `${name} must be at least ${min}.` }),
    Max(EVENT_LIMITS.count, { message: `${name} must be at most ${EVENT_LIMITS.count}.` }),
  );
}

export function ChannelName(): PropertyDecorator {
  return IsIn(CHANNELS, { message: `channel must be one of ${CHANNELS.join(', ')}.` }) as PropertyDecorator;
}

export function Money(name: string): PropertyDecorator {
  const message = `${name} must be a decimal from 0 with at most 11 digits before and 4 after the point.`;
  return Checked('isDecimal', (value) => decimalOf(value) !== null, message);
}

export function Currency(): PropertyDecorator {
  const known = (value: unknown): boolean => typeof value === 'string' && CURRENCIES.has(value.toUpperCase());
  return Checked('isCurrency', known, 'currency must be a current ISO 4217 code, such as EUR.');
}

export function Text(name: string, max: number): PropertyDecorator {
  return all(
    IsString({ message: `${name} must be a text.` }),
    MaxLength(max, { message: `${name} may have ${max} characters.` }),
  );
}

export function Timestamp(): PropertyDecorator {
  const fits = (value: unknown): boolean => parseTime(value) !== null && String(value).includes('T');
  const message = 'timestamp must be an ISO 8601 time with an offset, such as 2026-11-28T09:30:00.000Z.';
  return Checked('isTime', fits, message);
}
