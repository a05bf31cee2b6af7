import { ApiProperty, ApiPropertyOptional } from '@nestjs/swagger';

export const TRACK_STATUSES = ['accepted', 'duplicate', 'ignored'] as const;
export const IGNORE_REASONS = ['bot', 'opt_out', 'clock_skew'] as const;
export type IgnoreReason = (typeof IGNORE_REASONS)[number];

export class TrackResponse {
  @ApiProperty({
    enum: TRACK_STATUSES,
    description: '`accepted`: committed to the database, a crash loses nothing. `duplicate`: it was there already.',
  })
  status!: (typeof TRACK_STATUSES)[number];

  @ApiProperty({ format: 'uuid' })
  event_id!: string;

  @ApiPropertyOptional({
    enum: IGNORE_REASONS,
    description:
      'Why it was ignored: a crawler, a shopper who sent `Sec-GPC: 1`, or a `timestamp` over 30 days old or 1 hour ahead.',
  })
  reason?: IgnoreReason;
}
