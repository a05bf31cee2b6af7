import { ApiProperty, ApiPropertyOptional } from '@nestjs/swagger';
import { IsOptional, IsString, MaxLength } from 'class-validator';
import { ROLES, type Role } from '../../../kernel/tenant-context.ts';
import { EMAIL_LENGTH, SIGN_IN_METHODS, type SignInMethod } from '../account.ts';
import { PASSWORD_LENGTH } from '../password-rules.ts';
import type { SignedIn } from '../session-directory.ts';
import type { PanelSession } from '../sessions.repository.ts';

const time = { type: String, format: 'date-time' } as const;
/** UTF-16 units of the longest password, with room for a wrong one. */
const LONGEST = PASSWORD_LENGTH.max * 4;

export class SignInRequest {
  @ApiProperty({ format: 'email', maxLength: EMAIL_LENGTH })
  @IsString({ message: 'email must be a text.' })
  @MaxLength(EMAIL_LENGTH, { message: `email may have ${EMAIL_LENGTH} characters.` })
  email!: string;

  @ApiProperty()
  @IsString({ message: 'password must be a text.' })
  @MaxLength(LONGEST, { message: `password may have ${LONGEST} characters.` })
  password!: string;
}

export class LinkRequest {
  @ApiProperty({ description: 'What follows `/panel/link/` in the address.' })
  @IsString({ message: 'token must be a text.' })
  @MaxLength(200, { message: 'token may have 200 characters.' })
  token!: string;
}

export class PasswordRequest {
  @ApiPropertyOptional({ description: 'The present one; not needed when there is none, or after a one-time link.' })
  @IsOptional()
  @IsString({ message: 'current must be a text.' })
  @MaxLength(LONGEST, { message: `current may have ${LONGEST} characters.` })
  current?: string;

  @ApiProperty({ minLength: PASSWORD_LENGTH.min, maxLength: PASSWORD_LENGTH.max, description: 'Any characters.' })
  @IsString({ message: 'password must be a text.' })
  @MaxLength(LONGEST, { message: `password may have ${PASSWORD_LENGTH.max} characters.` })
  password!: string;
}

class PersonResponse {
  @ApiProperty({ format: 'uuid' }) id!: string;
  @ApiProperty({ format: 'email' }) email!: string;
  @ApiProperty({ description: 'Empty when not given.' }) name!: string;
  @ApiProperty() has_password!: boolean;
}

class OwnTenantResponse {
  @ApiProperty() slug!: string;
  @ApiProperty() name!: string;
  @ApiProperty({ enum: ROLES }) role!: Role;
}

export class SessionResponse {
  @ApiProperty({ type: PersonResponse }) user!: PersonResponse;
  @ApiProperty({ type: [OwnTenantResponse] }) tenants!: OwnTenantResponse[];
  @ApiProperty({ enum: SIGN_IN_METHODS, description: 'How this session began.' }) method!: SignInMethod;
  @ApiProperty(time) expires_at!: Date;
}

class ListedSessionResponse {
  @ApiProperty({ format: 'uuid' }) id!: string;
  @ApiProperty({ description: 'This is the one that asks.' }) current!: boolean;
  @ApiProperty({ enum: SIGN_IN_METHODS }) method!: SignInMethod;
  @ApiProperty({ description: 'What the browser calls itself.' }) user_agent!: string;
  @ApiProperty(time) created_at!: Date;
  @ApiProperty({ ...time, description: 'To the minute.' }) last_used_at!: Date;
  @ApiProperty(time) expires_at!: Date;
}

export class SessionListResponse {
  @ApiProperty({ type: [ListedSessionResponse], description: 'Newest first, at most 20.' })
  rows!: ListedSessionResponse[];
}

class OidcConfigResponse {
  @ApiProperty({ description: 'What the button says.' }) label!: string;
}

export class PanelConfigResponse {
  @ApiProperty({ type: OidcConfigResponse, nullable: true, description: 'Null: no single sign-on.' })
  oidc!: OidcConfigResponse | null;
  @ApiProperty({ description: 'Of the service.' }) version!: string;
  @ApiProperty({ type: [String], description: 'Languages of the panel (BCP 47).' }) locales!: string[];
}

export function toSessionResponse({ user, session, memberships }: SignedIn): SessionResponse {
  const tenants = [...memberships.values()].map(({ slug, tenant_name: name, role }) => ({ slug, name, role }));
  return { user, tenants, method: session.method, expires_at: session.expires_at };
}

export function toSessionList(rows: readonly PanelSession[], current: SignedIn): SessionListResponse {
  return {
    rows: rows.map(({ id, method, user_agent, created_at, last_used_at, expires_at }) => {
      return { id, current: id === current.session.id, method, user_agent, created_at, last_used_at, expires_at };
    }),
  };
}
