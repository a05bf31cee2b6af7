import { ApiProperty, ApiPropertyOptional } from '@nestjs/swagger';
import { IsIn, IsISO8601, IsOptional, IsString, MaxLength } from 'class-validator';
import type { Actor } from '../../../kernel/tenant-context.ts';
import { PageQuery } from '../../../platform/http/index.ts';
import { AUDIT_KINDS, type AuditKind, type Changes } from '../audit.ts';

const ACTOR_KINDS = ['user', 'key', 'command', 'service'] as const;
const LONGEST = 512;

export class AuditQuery extends PageQuery {
  @ApiPropertyOptional({ enum: AUDIT_KINDS })
  @IsOptional()
  @IsIn(AUDIT_KINDS, { message: `kind must be one of ${AUDIT_KINDS.join(', ')}.` })
  kind?: AuditKind;

  @ApiPropertyOptional({ description: 'What was changed; with `kind`.' })
  @IsOptional()
  @IsString({ message: 'subject_id must be a text.' })
  @MaxLength(LONGEST, { message: `subject_id may have ${LONGEST} characters.` })
  subject_id?: string;

  @ApiPropertyOptional({ description: "A person's address, the name of a key, or `mirabel`." })
  @IsOptional()
  @IsString({ message: 'actor must be a text.' })
  @MaxLength(LONGEST, { message: `actor may have ${LONGEST} characters.` })
  actor?: string;

  @ApiPropertyOptional({ format: 'date-time', description: 'From then on.' })
  @IsOptional()
  @IsISO8601({ strict: true }, { message: 'from must be an ISO 8601 time.' })
  from?: string;

  @ApiPropertyOptional({ format: 'date-time', description: 'Before then.' })
  @IsOptional()
  @IsISO8601({ strict: true }, { message: 'to must be an ISO 8601 time.' })
  to?: string;
}

export class AuditEntryResponse {
  @ApiProperty({ format: 'uuid' }) id!: string;
  @ApiProperty({ type: String, format: 'date-time' }) at!: Date;
  @ApiProperty({ enum: ACTOR_KINDS }) actor_kind!: Actor['kind'];
  @ApiProperty({ type: String, format: 'uuid', nullable: true }) actor_id!: string | null;
  @ApiProperty({ description: "A person's address, the name of a key, or `mirabel`." }) actor!: string;
  @ApiProperty({ enum: AUDIT_KINDS }) kind!: AuditKind;
  @ApiProperty({ example: 'update' }) action!: string;
  @ApiProperty({ type: String, nullable: true }) subject_id!: string | null;
  @ApiProperty({ description: 'How people call what was changed.' }) subject!: string;
  @ApiProperty({
    type: 'object',
    description: 'By field. A value of more than 4,000 characters is told by its length, a secret not at all.',
    additionalProperties: { type: 'object', properties: { from: {}, to: {} } },
    example: { priority: { from: 0, to: 10 } },
  })
  changes!: Changes;
}

export class AuditPageResponse {
  @ApiProperty() total!: number;
  @ApiProperty({ type: [AuditEntryResponse] }) rows!: AuditEntryResponse[];
  @ApiProperty() limit!: number;
  @ApiProperty() offset!: number;
}
