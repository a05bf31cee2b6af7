import { applyDecorators } from '@nestjs/common';
import { ApiProperty, ApiPropertyOptional } from '@nestjs/swagger';
import { IsIn, IsOptional, ValidateBy } from 'class-validator';
import { PageQuery } from '../../../platform/http/index.ts';
import { CHANNELS, type Channel } from '../../rules/index.ts';
import { ITEM_ORDERS, QUERY_KINDS, SERIES, type Series } from '../metrics.service.ts';
import { isMoment } from '../period.ts';

const HELP = 'a local date of the tenant (that whole day), or an ISO 8601 time with an offset';

export function Moment(name: string, meaning: string): PropertyDecorator {
  return applyDecorators(
    ApiPropertyOptional({ description: `${meaning}: ${HELP}.`, example: '2026-11-01' }),
    IsOptional() as PropertyDecorator,
    ValidateBy({ name: 'time', validator: { validate: isMoment } }, { message: `${name} must be ${HELP}.` }),
  );
}

function OneOf(name: string, values: readonly string[]): PropertyDecorator {
  return IsIn(values, { message: `${name} must be one of ${values.join(', ')}.` }) as PropertyDecorator;
}

function ChannelFilter(): PropertyDecorator {
  return applyDecorators(
    ApiPropertyOptional({ enum: CHANNELS }),
    IsOptional() as PropertyDecorator,
    OneOf('channel', CHANNELS),
  );
}

export class PeriodQuery {
  @Moment('from', 'Begin of the period; default 8 days up to its end')
  from?: string;

  @Moment('to', 'End of the period; a date is included, a time excluded; default today')
  to?: string;

  @ChannelFilter()
  channel?: Channel;
}

export class PeriodPageQuery extends PageQuery {
  @Moment('from', 'Begin of the period; default 8 days up to its end')
  from?: string;

  @Moment('to', 'End of the period; a date is included, a time excluded; default today')
  to?: string;

  @ChannelFilter()
  channel?: Channel;
}

export class TimeseriesQuery extends PeriodQuery {
  @ApiProperty({ enum: SERIES, default: 'searches' })
  @OneOf('metric', SERIES)
  metric: Series = 'searches';

  @ApiProperty({ enum: ['hour', 'day'], default: 'day' })
  @OneOf('interval', ['hour', 'day'])
  interval: 'hour' | 'day' = 'day';
}

export class QueriesQuery extends PeriodPageQuery {
  @ApiProperty({ enum: QUERY_KINDS, default: 'top' })
  @OneOf('kind', QUERY_KINDS)
  kind: (typeof QUERY_KINDS)[number] = 'top';
}

export class ItemsQuery extends PeriodPageQuery {
  @ApiProperty({ enum: ITEM_ORDERS, default: 'clicks' })
  @OneOf('by', ITEM_ORDERS)
  by: (typeof ITEM_ORDERS)[number] = 'clicks';
}
