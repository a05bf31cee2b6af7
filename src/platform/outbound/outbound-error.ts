export type OutboundCode =
  | 'address_refused'
  | 'url_refused'
  | 'credentials_in_the_clear'
  | 'name_not_found'
  | 'connection_failed'
  | 'tls_failed'
  | 'timeout'
  | 'too_many_redirects'
  | 'bad_redirect'
  | 'too_large'
  | 'bad_encoding'
  | 'truncated'
  | 'http_status'
  | 'not_json'
  | 'invalid_json';

export interface OutboundErrorOptions {
  /** Trying again may help. */
  retryable?: boolean;
  /** Seconds that the other side asked us to wait. */
  retryAfter?: number | null;
  status?: number;
  cause?: unknown;
}

/** Why an address could not be read. The message is for people: no credential, no query string, no text of the answer. */
export class OutboundError extends Error {
  override name = 'OutboundError';
  readonly code: OutboundCode;
  readonly retryable: boolean;
  readonly retryAfter: number | null;
  readonly status: number | null;

  constructor(code: OutboundCode, message: string, options: OutboundErrorOptions = {}) {
    super(message, { cause: options.cause });
    this.code = code;
    this.retryable = options.retryable ?? false;
    this.retryAfter = options.retryAfter ?? null;
    this.status = options.status ?? null;
  }
}
