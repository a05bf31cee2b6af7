import { v7, validate } from 'uuid';

/** A time-ordered UUID (RFC 9562, version 7). */
export function newId(): string {
  return v7();
}

export function isUuid(value: string): boolean {
  return validate(value);
}
