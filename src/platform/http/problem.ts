import { HttpException } from '@nestjs/common';
import { ApiError, errorDefinition, type ErrorCode } from '../../kernel/errors.ts';
import { translateDatabaseError } from '../database/index.ts';

export interface Problem {
  status: number;
  headers: Record<string, string>;
  body: Record<string, unknown>;
}

const PROBLEM_TYPE = 'application/problem+json; charset=utf-8';

/** The problem document (RFC 9457) for an error of our catalogue. */
export function toProblem(error: ApiError, instance: string, requestId: string): Problem {
  const { title, status, retryable } = errorDefinition(error.code);
  const { errors, members, headers = {}, retryAfter } = error.options;
  return {
    status,
    headers: {
      'content-type': PROBLEM_TYPE,
      ...(status === 401 ? { 'www-authenticate': 'Bearer' } : {}),
      ...(retryable || retryAfter ? { 'retry-after': String(Math.max(1, Math.ceil(retryAfter ?? 1))) } : {}),
      ...headers,
    },
    body: {
      type: `/docs/errors/${error.code}`,
      title,
      status,
      detail: error.message,
      instance,
      code: error.code,
      request_id: requestId,
      ...(errors ? { errors } : {}),
      ...members,
    },
  };
}

/** Fastify's own failures, by their code. What is not here is judged by its status. */
const FASTIFY_CODES: Record<string, [ErrorCode, string]> = {
  FST_ERR_CTP_INVALID_MEDIA_TYPE: ['unsupported_media_type', 'Only application/json is understood here.'],
  FST_ERR_CTP_INVALID_CONTENT_LENGTH: ['malformed_json', 'The body is shorter or longer than Content-Length says.'],
  FST_ERR_BAD_URL: ['not_found', 'The path is not a valid URL path.'],
  FST_ERR_ASYNC_CONSTRAINT: ['not_found', 'There is no such route.'],
};

const STATUS_CODES: Record<number, ErrorCode> = {
  400: 'malformed_json',
  404: 'not_found',
  405: 'method_not_allowed',
  413: 'payload_too_large',
  414: 'request_header_fields_too_large',
  415: 'unsupported_media_type',
  431: 'request_header_fields_too_large',
  503: 'overloaded',
};

interface ForeignError {
  code?: unknown;
  statusCode?: unknown;
  message?: unknown;
}

/** Any thrown value as an error of the catalogue. What we did not foresee is our fault and tells the caller nothing. */
export function toApiError(thrown: unknown): ApiError {
  const error = translateDatabaseError(thrown);
  if (error instanceof ApiError) return error;
  const { code, statusCode } = (error ?? {}) as ForeignError;
  const known = typeof code === 'string' ? FASTIFY_CODES[code] : undefined;
  if (known) return new ApiError(known[0], known[1], { cause: error });
  const status = error instanceof HttpException ? error.getStatus() : statusCode;
  const mapped = typeof status === 'number' ? STATUS_CODES[status] : undefined;
  if (mapped) return new ApiError(mapped, errorDefinition(mapped).title + '.', { cause: error });
  return new ApiError('internal_error', 'Something failed on our side. The request id finds it in our log.', {
    cause: error,
  });
}
