import { ApiProperty, ApiPropertyOptional } from '@nestjs/swagger';
import { IsIn, IsOptional, IsString, MaxLength } from 'class-validator';
import { ROLES, type Role } from '../../../kernel/tenant-context.ts';
import { EMAIL_LENGTH, NAME_LENGTH } from '../account.ts';

const time = { type: String, format: 'date-time' } as const;
const ROLE_MESSAGE = `role must be one of ${ROLES.join(', ')}.`;

export class InviteMemberRequest {
  @ApiProperty({ format: 'email', maxLength: EMAIL_LENGTH, example: 'ana@shop.example' })
  @IsString({ message: 'email must be a text.' })
  @MaxLength(EMAIL_LENGTH, { message: `email may have ${EMAIL_LENGTH} characters.` })
  email!: string;

  @ApiPropertyOptional({ maxLength: NAME_LENGTH, description: 'Kept when the account is new.' })
  @IsOptional()
  @IsString({ message: 'name must be a text.' })
  @MaxLength(NAME_LENGTH, { message: `name may have ${NAME_LENGTH} characters.` })
  name?: string;

  @ApiProperty({ enum: ROLES })
  @IsIn(ROLES, { message: ROLE_MESSAGE })
  role!: Role;
}

export class ChangeMemberRequest {
  @ApiProperty({ enum: ROLES })
  @IsIn(ROLES, { message: ROLE_MESSAGE })
  role!: Role;
}

export class MemberResponse {
  @ApiProperty({ format: 'uuid' }) id!: string;
  @ApiProperty({ format: 'email' }) email!: string;
  @ApiProperty() name!: string;
  @ApiProperty({ enum: ROLES }) role!: Role;
  @ApiProperty(time) created_at!: Date;
  @ApiProperty({ description: 'Who invited: an address, the name of a key, or `mirabel` for a command.' })
  created_by!: string;
  @ApiProperty({ ...time, nullable: true, description: 'Null: invited, but has not come yet.' })
  accepted_at!: Date | null;
}

export class MemberPageResponse {
  @ApiProperty() total!: number;
  @ApiProperty({ type: [MemberResponse] }) rows!: MemberResponse[];
  @ApiProperty() limit!: number;
  @ApiProperty() offset!: number;
}

export class OneTimeLinkResponse {
  @ApiProperty({ description: 'Below the address of the service; shown this once.', example: '/panel/link/…' })
  path!: string;
  @ApiProperty(time) expires_at!: Date;
}

export class InvitationResponse {
  @ApiProperty({ type: MemberResponse }) member!: MemberResponse;
  @ApiProperty({
    type: OneTimeLinkResponse,
    description: 'Works once. An account of other shops must be signed in when it is opened.',
  })
  link!: OneTimeLinkResponse;
}
