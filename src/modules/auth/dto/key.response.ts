import { ApiProperty } from '@nestjs/swagger';
import { KEY_KINDS, type KeyKind } from '../../../kernel/tenant-context.ts';

const time = { type: String, format: 'date-time' } as const;

export class KeyResponse {
  @ApiProperty({ format: 'uuid' }) id!: string;
  @ApiProperty({ enum: KEY_KINDS }) kind!: KeyKind;
  @ApiProperty() name!: string;
  @ApiProperty({ description: 'The last four characters of the value.' }) last4!: string;
  @ApiProperty({ type: [String] }) allowed_origins!: string[];
  @ApiProperty({ ...time, nullable: true }) expires_at!: Date | null;
  @ApiProperty({ ...time, nullable: true, description: 'To the minute.' }) last_used_at!: Date | null;
  @ApiProperty(time) created_at!: Date;
  @ApiProperty({ type: String, nullable: true, description: 'An address, the name of a key, or `mirabel`.' })
  created_by!: string | null;
  @ApiProperty({ ...time, nullable: true }) revoked_at!: Date | null;
}

export class NewKeyResponse extends KeyResponse {
  @ApiProperty({ description: 'The value, shown this once.', example: 'mb_pk_live_…' }) key!: string;
}

export class KeyPageResponse {
  @ApiProperty() total!: number;
  @ApiProperty({ type: [KeyResponse] }) rows!: KeyResponse[];
  @ApiProperty() limit!: number;
  @ApiProperty() offset!: number;
}
