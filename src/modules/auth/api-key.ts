import { createHash, hash, randomBytes } from 'node:crypto';
import { crc32 } from 'node:zlib';
import type { KeyKind } from '../../kernel/tenant-context.ts';

/** A key as lists show it: the value itself is shown once, when it is made. */
export interface ApiKey {
  id: string;
  kind: KeyKind;
  name: string;
  last4: string;
  allowed_origins: string[];
  expires_at: Date | null;
  last_used_at: Date | null;
  created_at: Date;
  /** A person's address, the name of a key, `mirabel`; null for keys from before it was kept. */
  created_by: string | null;
  revoked_at: Date | null;
}

export interface NewApiKey extends ApiKey {
  /** The key's value, only in the answer that makes it. */
  key: string;
}

export const KEY_PREFIXES: Record<KeyKind, string> = {
  public: 'mb_pk_live_',
  secret: 'mb_sk_live_',
  indexer: 'mb_ix_live_',
};
const ALPHABET = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';
/** 32 bytes need 43 digits in base 62. */
const SECRET_DIGITS = 43;
const CHECKSUM_DIGITS = 6;
const KEY = /^mb_(pk|sk|ix)_live_[0-9A-Za-z]{49}$/;

function base62(value: bigint, digits: number): string {
  let text = '';
  for (let rest = value; text.length < digits; rest /= 62n) text = ALPHABET[Number(rest % 62n)]! + text;
  return text;
}

function checksum(text: string): string {
  return base62(BigInt(crc32(text)), CHECKSUM_DIGITS);
}

/** A fast hash is right for 256 random bits: there is no list of likely keys to try. */
export function hashKey(key: string): Buffer {
  return createHash('sha256').update(key).digest();
}

/** Under which a key is remembered in memory. Secrets do not lie there; a public key stands in the shop's page anyway. */
export function fingerprint(key: string): string {
  return key.startsWith(KEY_PREFIXES.public) ? key : hash('sha256', key, 'base64');
}

export function generateKey(kind: KeyKind): string {
  const body = KEY_PREFIXES[kind] + base62(BigInt('0x' + randomBytes(32).toString('hex')), SECRET_DIGITS);
  return body + checksum(body);
}

/** False for a mistyped or cut key, without any look-up. */
export function isWellFormedKey(key: string): boolean {
  return KEY.test(key) && checksum(key.slice(0, -CHECKSUM_DIGITS)) === key.slice(-CHECKSUM_DIGITS);
}

/** An origin of the list is exact, or `https://*.shop.tld`, which does not cover `https://shop.tld`. */
export function originAllowed(origin: string, allowed: readonly string[]): boolean {
  if (allowed.length === 0) return true;
  const given = origin.toLowerCase();
  return allowed.some((entry) => {
    const at = entry.indexOf('*.');
    if (at < 0) return entry === given;
    const scheme = entry.slice(0, at);
    const suffix = entry.slice(at + 1);
    return given.startsWith(scheme) && given.endsWith(suffix) && given.length > scheme.length + suffix.length;
  });
}

/** The canonical form of an entry of `allowed_origins`, or null when it is none. */
export function parseAllowedOrigin(text: string): string | null {
  const wildcard = /^(https?:\/\/)\*\.(.+)$/i.exec(text);
  const url = URL.parse(wildcard ? wildcard[1]! + wildcard[2]! : text);
  if (!url || !/^https?:$/.test(url.protocol) || url.username || url.password) return null;
  if (url.pathname !== '/' || url.search || url.hash || url.host.includes('*')) return null;
  if (wildcard && !url.hostname.includes('.')) return null;
  return wildcard ? `${url.protocol}//*.${url.host}` : url.origin;
}
