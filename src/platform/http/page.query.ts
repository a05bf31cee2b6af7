import { ApiPropertyOptional } from '@nestjs/swagger';
import { Transform } from 'class-transformer';
import { IsInt, Max, Min } from 'class-validator';
import { DEFAULT_LIMIT, MAX_LIMIT } from '../../kernel/paging.ts';

/** Digits of a query string as a number; anything else stays as it is and fails validation. */
export function ToInteger(): PropertyDecorator {
  return Transform(({ value }: { value: unknown }) =>
    typeof value === 'string' && /^-?\d{1,15}$/.test(value) ? Number(value) : value,
  );
}

/** `?limit` and `?offset` of every list. */
export class PageQuery {
  @ApiPropertyOptional({ default: DEFAULT_LIMIT, minimum: 1, maximum: MAX_LIMIT, description: 'Rows of the answer.' })
  @ToInteger()
  @IsInt({ message: 'limit must be a whole number.' })
  @Min(1, { message: 'limit must be at least 1.' })
  @Max(MAX_LIMIT, { message: `limit must be at most ${MAX_LIMIT}.` })
  limit: number = DEFAULT_LIMIT;

  @ApiPropertyOptional({ default: 0, minimum: 0, description: 'Rows to skip.' })
  @ToInteger()
  @IsInt({ message: 'offset must be a whole number.' })
  @Min(0, { message: 'offset must be at least 0.' })
  @Max(10_000_000, { message: 'offset must be at most 10000000.' })
  offset: number = 0;
}

/** For routes that take no parameters: any is refused. */
export class NoQuery {}
