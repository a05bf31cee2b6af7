import { createHash, randomBytes } from 'node:crypto';

const TOKEN = /^[\w-]{43}$/;

/** 256 random bits in base64url, for a cookie or a link. */
export function newToken(): string {
  return randomBytes(32).toString('base64url');
}

export function isToken(value: unknown): value is string {
  return typeof value === 'string' && TOKEN.test(value);
}

/** What is stored of one: a fast hash is right for random bits. */
export function hashToken(token: string): Buffer {
  return createHash('sha256').update(token).digest();
}
