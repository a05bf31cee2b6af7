import { createHash } from 'node:crypto';

/** Tells whether the business memory says something else than before; blanks at its ends say nothing. */
export function memoryHash(businessMemory: string): string {
  return createHash('sha256').update(businessMemory.trim()).digest('base64url');
}
