import { Client } from './client.ts';
import type { InitOptions, Mirabel } from './types.ts';

export { MirabelError, type FieldError } from './errors.ts';
export type * from './types.ts';

/** The SDK for one shop, at once and without a request. On a server, one for each request. */
export function init(options: InitOptions): Mirabel {
  return new Client(options);
}
