import type { Role } from '../../kernel/tenant-context.ts';

/** A person who uses the panel. */
export interface User {
  id: string;
  /** In lower case. */
  email: string;
  name: string;
  password_hash: string | null;
  email_verified_at: Date | null;
  created_at: Date;
}

/** What a person may do in one shop. */
export interface Membership {
  tenant_id: string;
  slug: string;
  /** Of the shop. */
  tenant_name: string;
  role: Role;
  /** Null: invited, but has not come yet. */
  accepted_at: Date | null;
}

export const SIGN_IN_METHODS = ['password', 'link', 'oidc'] as const;
export type SignInMethod = (typeof SIGN_IN_METHODS)[number];

const HOUR = 3_600_000;
export const SESSION_LENGTH = 12 * HOUR;
export const LINK_LENGTH = 24 * HOUR;
/** The oldest one ends when a person begins another. */
export const SESSIONS_PER_USER = 20;
export const MEMBERS_PER_TENANT = 200;
export const EMAIL_LENGTH = 254;
export const NAME_LENGTH = 100;

const EMAIL = /^[^\s@"<>(),;:\\[\]\p{C}]{1,64}@[^\s@"<>(),;:\\[\]\p{C}]{1,190}$/u;

/** The address in the form in which it is kept, or null when it is none. */
export function canonicalEmail(text: string): string | null {
  const email = text.trim().normalize('NFC').toLowerCase();
  return email.length <= EMAIL_LENGTH && EMAIL.test(email) ? email : null;
}
