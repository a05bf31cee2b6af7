/** One fault of a request. `field` is a JSON Pointer into the body, or a parameter's name. */
export interface FieldError {
  field: string;
  code: string;
  message: string;
}

/** What a problem document (RFC 9457) of the service says, as far as it says it. */
export interface Problem {
  code?: string;
  detail?: string;
  title?: string;
  request_id?: string;
  errors?: FieldError[];
}

/**
 * A request that failed for good. Decide by `code`: one of the service's codes (`/docs/errors` of the service explains
 * each), or `network_error` and `timeout` (`status` 0) when no answer came, or `invalid_answer`.
 */
export class MirabelError extends Error {
  override readonly name = 'MirabelError';
  /** HTTP status, 0 without an answer. */
  readonly status: number;
  readonly code: string;
  /** Names the request in the service's log. */
  readonly request_id: string | undefined;
  /** The faults of the input, when it was refused. */
  readonly errors: FieldError[];
  /** Seconds after which the service asks to be called again. */
  readonly retry_after: number | undefined;

  constructor(status: number, problem: Problem, retryAfter?: number) {
    super(problem.detail || problem.title || problem.code || `HTTP ${status}`);
    this.status = status;
    this.code = problem.code || 'invalid_answer';
    this.request_id = problem.request_id;
    this.errors = problem.errors || [];
    this.retry_after = retryAfter;
  }
}

/** What an aborted call rejects with, whatever reason the caller's signal was given. */
export function abortError(): DOMException {
  return new DOMException('The request was aborted.', 'AbortError');
}
