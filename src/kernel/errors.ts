/**
 * The error catalogue: every failure a caller can see has one stable code here, and one filter turns it into
 * `application/problem+json` (RFC 9457). Add a code here, run `npm run generate`, and its page under `/docs/errors` exists.
 */
export interface ErrorDefinition {
  status: number;
  title: string;
  /** What it means and what the caller can do; shown on the code's own page. */
  help: string;
  /** Safe to send again unchanged after `Retry-After` seconds. */
  retryable?: boolean;
}

export const errorCatalogue = {
  malformed_json: {
    status: 400,
    title: 'The body is not valid JSON',
    help: 'Send one JSON value in UTF-8. The detail says where parsing stopped. The keys `__proto__`, `constructor` and `prototype` are refused.',
  },
  invalid_parameter: {
    status: 400,
    title: 'A query parameter is not valid',
    help: '`errors` names each parameter and what it accepts. On secret and indexer routes unknown parameters are refused, so that a mistyped filter never answers everything.',
  },
  malformed_request: {
    status: 400,
    title: 'The request is not valid HTTP',
    help: 'The request line or a header could not be parsed.',
  },
  missing_api_key: {
    status: 401,
    title: 'No API key was sent',
    help: 'Send `Authorization: Bearer <API_KEY>`. Keys are never read from a query string here.',
  },
  invalid_api_key: {
    status: 401,
    title: 'The API key is not valid',
    help: 'The key is mistyped, cut off or unknown. Compare its last four characters with the list of keys.',
  },
  expired_api_key: {
    status: 401,
    title: 'The API key has expired',
    help: 'It was rotated and its grace period has ended, or it had an end date. Use the new key.',
  },
  revoked_api_key: {
    status: 401,
    title: 'The API key was revoked',
    help: 'Someone deleted this key. Create another one.',
  },
  sign_in_required: {
    status: 401,
    title: 'Nobody is signed in',
    help: 'The session of the panel has ended, was revoked, or never began. Sign in again; nothing was changed.',
  },
  invalid_credentials: {
    status: 401,
    title: 'The address or the password is not right',
    help: 'The answer is the same whether or not there is such an account. Someone who runs the service makes a new sign-in link with `mirabel user link`.',
  },
  invalid_sign_in_link: {
    status: 401,
    title: 'The sign-in link does not work',
    help: 'A link works once and for 24 hours. Ask an owner of the shop, or who runs the service, for a new one.',
  },
  insufficient_role: {
    status: 403,
    title: 'Your role does not allow this',
    help: 'Viewers read, editors also change what shoppers find, owners also look after keys, members and what costs money. The detail names the role that is needed.',
  },
  not_from_the_panel: {
    status: 403,
    title: 'The request does not come from the panel of this service',
    help: 'A session is accepted only with the header `X-Mirabel-Panel: 1` from a page of this service. Programs use a secret key. Behind a proxy, `Host` must reach the service as the browser sent it.',
  },
  insufficient_scope: {
    status: 403,
    title: 'This kind of key may not call this route',
    help: 'Public keys search and track, secret keys do everything under `/v1/{tenant}`, indexer keys push documents.',
  },
  origin_not_allowed: {
    status: 403,
    title: 'The origin of this page is not on the list of the key',
    help: "Add the page's origin to the key's `allowed_origins`, or use a key without a list.",
  },
  tenant_mismatch: {
    status: 403,
    title: 'The key belongs to another tenant',
    help: 'The answer is the same whether or not that tenant exists. Use the tenant slug that the key was created for.',
  },
  not_found: {
    status: 404,
    title: 'Not found',
    help: 'There is no such route, or no such id in this tenant.',
  },
  method_not_allowed: {
    status: 405,
    title: 'The route exists, but not with this method',
    help: 'The `Allow` header lists the methods it has.',
  },
  request_timeout: {
    status: 408,
    title: 'The request took too long to arrive',
    help: 'A whole request must arrive within 30 seconds.',
  },
  suggestion_already_resolved: {
    status: 409,
    title: 'The suggestion is already decided',
    help: 'The detail says what became of it.',
  },
  last_owner: {
    status: 409,
    title: 'A shop needs an owner',
    help: 'Make another member an owner, and wait until that person has come, before the last one goes or steps down.',
  },
  idempotency_in_progress: {
    status: 409,
    title: 'The first request with this Idempotency-Key is still running',
    help: 'Wait a moment and send it again: you get the answer of the first one.',
  },
  sync_already_running: {
    status: 409,
    title: 'A sync of this connector is already running',
    help: 'Wait for it to end, or look at its progress under `syncs`.',
  },
  run_already_running: {
    status: 409,
    title: 'A Smart run of this tenant is already running',
    help: 'Wait for it to end, or look at its progress under `smart/runs`.',
  },
  conflict: {
    status: 409,
    title: 'The request does not fit the present state',
    help: 'The detail says which state stands against it.',
  },
  edited_meanwhile: {
    status: 412,
    title: 'Someone else has changed this meanwhile',
    help: '`If-Match` names a version that is no longer the present one. `current` holds the present state and `changed_by` who made it: look at it, then send your change with the new `ETag`.',
  },
  payload_too_large: {
    status: 413,
    title: 'The body is too large',
    help: 'The detail gives the limit of the route. Split the documents over several calls.',
  },
  unsupported_media_type: {
    status: 415,
    title: 'The body is not JSON',
    help: 'Send `Content-Type: application/json`.',
  },
  validation_failed: {
    status: 422,
    title: 'The body does not fit the schema',
    help: '`errors` lists each field as a JSON Pointer with what is wrong.',
  },
  idempotency_key_reused: {
    status: 422,
    title: 'The Idempotency-Key was used with another body',
    help: 'Use a fresh key for each different request.',
  },
  rate_limited: {
    status: 429,
    title: 'Too many requests',
    help: 'Wait for `Retry-After` seconds. The `RateLimit` headers show what is left. The limit of a tenant is the setting `rate_limit_per_minute`.',
    retryable: true,
  },
  request_header_fields_too_large: {
    status: 431,
    title: 'The request headers are too large',
    help: 'All headers together may take 16 KiB.',
  },
  internal_error: {
    status: 500,
    title: 'Something failed on our side',
    help: 'The failure is logged with the `request_id`. Nothing was stored unless a 2xx said so.',
  },
  database_unavailable: {
    status: 503,
    title: 'The database cannot be reached right now',
    help: 'Nothing was stored. Send the request again after `Retry-After` seconds.',
    retryable: true,
  },
  engine_unavailable: {
    status: 503,
    title: 'The search engine cannot answer right now',
    help: 'Send the request again after `Retry-After` seconds.',
    retryable: true,
  },
  overloaded: {
    status: 503,
    title: 'More requests than the service can take at once',
    help: 'Nothing was stored. Send the request again after `Retry-After` seconds.',
    retryable: true,
  },
} as const satisfies Record<string, ErrorDefinition>;

/** A code of the catalogue, or one that an outside module has added with `defineErrors`. */
export type ErrorCode = keyof typeof errorCatalogue | `${string}.${string}`;

const added = new Map<string, ErrorDefinition>();

/** Adds the codes of an outside module, `prefix.code`. Throws when a code is taken, so that start fails on a clash. */
export function defineErrors(definitions: Readonly<Record<`${string}.${string}`, ErrorDefinition>>): void {
  for (const [code, definition] of Object.entries(definitions)) {
    const present = added.get(code);
    if (present && present !== definition) throw new Error(`The error code ${code} is defined twice.`);
    added.set(code, definition);
  }
}

/** Every code with its definition, ours first. */
export function allErrors(): [string, ErrorDefinition][] {
  return [...Object.entries(errorCatalogue), ...added];
}

/** One wrong field: `field` is a JSON Pointer into the body (RFC 6901) or the name of a parameter. */
export interface FieldError {
  field: string;
  code: string;
  message: string;
}

export interface ApiErrorOptions {
  errors?: readonly FieldError[];
  /** Seconds; retryable codes without it say 1. */
  retryAfter?: number;
  headers?: Readonly<Record<string, string>>;
  /** Further members of the problem document. */
  members?: Readonly<Record<string, unknown>>;
  cause?: unknown;
}

/** A failure with a code of the catalogue. `detail` is read by people: never put a secret, SQL or a path into it. */
export class ApiError extends Error {
  readonly code: ErrorCode;
  readonly options: ApiErrorOptions;

  constructor(code: ErrorCode, detail: string, options: ApiErrorOptions = {}) {
    super(detail, { cause: options.cause });
    this.name = 'ApiError';
    this.code = code;
    this.options = options;
  }

  get status(): number {
    return errorDefinition(this.code).status;
  }
}

export function errorDefinition(code: ErrorCode): ErrorDefinition {
  const definition = Object.hasOwn(errorCatalogue, code)
    ? errorCatalogue[code as keyof typeof errorCatalogue]
    : added.get(code);
  if (!definition) throw new Error(`The error code ${code} is not in the catalogue.`);
  return definition;
}

export function notFound(what: string): ApiError {
  return new ApiError('not_found', `There is no ${what} with this id.`);
}
