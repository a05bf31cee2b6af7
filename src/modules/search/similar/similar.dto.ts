import { ApiProperty, ApiPropertyOptional } from '@nestjs/swagger';
import { IsInt, Max, Min } from 'class-validator';
import { IgnoreUnknownFields, ToInteger } from '../../../platform/http/index.ts';
import { HitResponse } from '../dto/search.response.ts';

const MAX_SIMILAR = 10;

@IgnoreUnknownFields()
export class SimilarParameters {
  @ApiPropertyOptional({ type: 'integer', default: MAX_SIMILAR, minimum: 1, maximum: MAX_SIMILAR })
  @ToInteger()
  @Max(MAX_SIMILAR, { message: `limit must be at most ${MAX_SIMILAR}.` })
  @Min(1, { message: 'limit must be at least 1.' })
  @IsInt({ message: 'limit must be a whole number.' })
  limit: number = MAX_SIMILAR;
}

export class SimilarResponse {
  @ApiProperty({ type: [HitResponse] }) items!: HitResponse[];
}
