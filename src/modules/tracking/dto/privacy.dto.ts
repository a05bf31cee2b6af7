import { ApiProperty, ApiPropertyOptional } from '@nestjs/swagger';
import { ValidateIf } from 'class-validator';
import { EVENT_LIMITS } from '../event.ts';
import type { Erased } from '../erasure.service.ts';
import { Id, Optional, Uuid } from './checks.ts';

export class EraseRequest {
  @ApiPropertyOptional({ type: String, format: 'uuid', description: 'Everything of this session.' })
  @ValidateIf((request: EraseRequest) => (request.session_id ?? null) !== null || (request.order_id ?? null) === null)
  @Uuid('session_id')
  session_id?: string | null;

  @ApiPropertyOptional({ maxLength: EVENT_LIMITS.orderId, description: 'The conversions of this order.' })
  @Optional()
  @Id('order_id', EVENT_LIMITS.orderId)
  order_id?: string | null;
}

class ErasedCounts implements Erased {
  @ApiProperty() searches!: number;
  @ApiProperty() clicks!: number;
  @ApiProperty() conversions!: number;
  @ApiProperty({ description: 'Answers of searches, kept for attribution.' }) served_searches!: number;
  @ApiProperty({ description: 'Ids by which repeats are recognised.' }) event_keys!: number;
  @ApiProperty() click_pairs!: number;
  @ApiProperty() machine_sessions!: number;
  @ApiProperty({ description: 'Failed searches that learning remembers.' }) smart_sightings!: number;
}

export class EraseResponse {
  @ApiProperty({ type: ErasedCounts, description: 'Records that are gone, by kind.' })
  erased!: ErasedCounts;
}
