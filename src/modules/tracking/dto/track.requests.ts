import { ApiProperty, ApiPropertyOptional } from '@nestjs/swagger';
import { IgnoreUnknownFields } from '../../../platform/http/index.ts';
import { CHANNELS, type Channel } from '../../rules/index.ts';
import { EVENT_LIMITS as limits } from '../event.ts';
import { ChannelName, Currency, Id, Money, Optional, Query, Text, Timestamp, Uuid, Whole } from './checks.ts';

/** What all three events have. Unknown fields are ignored: a newer SDK works with an older server. */
class EventRequest {
  @ApiProperty({ format: 'uuid', description: 'Session of the shopper; made by the SDK, kept for 24 hours.' })
  @Uuid('session_id')
  session_id!: string;

  @ApiPropertyOptional({
    type: String,
    format: 'uuid',
    description: 'The same id again is a duplicate, for at least 7 days.',
  })
  @Optional()
  @Uuid('event_id')
  event_id?: string | null;

  @ApiPropertyOptional({ type: String, format: 'uuid', description: 'The `query_id` of the search that led here.' })
  @Optional()
  @Uuid('query_id')
  query_id?: string | null;

  @ApiPropertyOptional({ type: String, format: 'date-time', description: 'When it happened; default now.' })
  @Optional()
  @Timestamp()
  timestamp?: string | null;
}

@IgnoreUnknownFields()
export class TrackSearchRequest extends EventRequest {
  @ApiProperty({ maxLength: limits.query, description: 'As the shopper typed it.' })
  @Query()
  query!: string;

  @ApiProperty({ type: 'integer', minimum: 0, description: 'Number of results shown.' })
  @Whole('results_count', 0)
  results_count!: number;

  @ApiProperty({ enum: CHANNELS })
  @ChannelName()
  channel!: Channel;

  @ApiPropertyOptional({ maxLength: limits.acceptLanguage, description: "The browser's language." })
  @Optional()
  @Text('accept_language', limits.acceptLanguage)
  accept_language?: string | null;
}

@IgnoreUnknownFields()
export class TrackClickRequest extends EventRequest {
  @ApiProperty({ maxLength: limits.query })
  @Query()
  query!: string;

  @ApiProperty({ maxLength: limits.itemId })
  @Id('item_id', limits.itemId)
  item_id!: string;

  @ApiProperty({ type: 'integer', minimum: 1, description: 'Place in the list through all pages, from 1.' })
  @Whole('position', 1)
  position!: number;

  @ApiPropertyOptional({ enum: CHANNELS })
  @Optional()
  @ChannelName()
  channel?: Channel | null;
}

@IgnoreUnknownFields()
export class TrackConversionRequest extends EventRequest {
  @ApiProperty({ maxLength: limits.itemId })
  @Id('item_id', limits.itemId)
  item_id!: string;

  @ApiProperty({ maxLength: limits.orderId, description: 'An order counts an item once.' })
  @Id('order_id', limits.orderId)
  order_id!: string;

  @ApiProperty({ oneOf: [{ type: 'number', minimum: 0 }, { type: 'string' }], description: 'Kept exactly.' })
  @Money('revenue')
  revenue!: number | string;

  @ApiProperty({ example: 'EUR', description: 'ISO 4217.' })
  @Currency()
  currency!: string;

  @ApiPropertyOptional({ type: 'integer', minimum: 1, default: 1 })
  @Optional()
  @Whole('quantity', 1)
  quantity?: number | null;
}
