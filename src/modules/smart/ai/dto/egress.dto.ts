import { ApiProperty, ApiPropertyOptional } from '@nestjs/swagger';
import { IsOptional, IsUUID } from 'class-validator';
import { PageQuery } from '../../../../platform/http/index.ts';
import { EGRESS_STATUSES, type EgressStatus } from '../egress-ledger.ts';

export class EgressQuery extends PageQuery {
  @ApiPropertyOptional({ format: 'uuid', description: 'Only what this run sent.' })
  @IsOptional()
  @IsUUID(undefined, { message: 'run_id must be a UUID.' })
  run_id?: string;
}

export class EgressResponse {
  @ApiProperty({ format: 'uuid' }) id!: string;
  @ApiProperty({ format: 'uuid' }) run_id!: string;
  @ApiProperty({ type: String, format: 'date-time' }) sent_at!: Date;
  @ApiProperty({ example: 'openai-compatible' }) provider!: string;
  @ApiProperty() model!: string;
  @ApiProperty({ description: 'The body of the request as it was sent.' }) payload!: string;
  @ApiProperty({ description: 'Of the payload in UTF-8, in hex.' }) sha256!: string;
  @ApiProperty({ type: 'integer', description: 'Pairs in the payload.' }) pairs!: number;
  @ApiProperty({
    enum: EGRESS_STATUSES,
    description: 'What became of it. `sent`: no answer was seen, as when the process ended in between.',
  })
  status!: EgressStatus;
}

export class EgressPageResponse {
  @ApiProperty() total!: number;
  @ApiProperty({ type: [EgressResponse] }) rows!: EgressResponse[];
  @ApiProperty() limit!: number;
  @ApiProperty() offset!: number;
}
