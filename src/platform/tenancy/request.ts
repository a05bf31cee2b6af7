import { createParamDecorator, type ExecutionContext } from '@nestjs/common';
import type { FastifyRequest } from 'fastify';
import { ApiError } from '../../kernel/errors.ts';
import type { Caller, TenantContext } from '../../kernel/tenant-context.ts';
import type { RouteSettings } from './require-key.decorator.ts';

declare module 'fastify' {
  interface FastifyRequest {
    /** Set by the authentication hook on every route that needs a key. */
    caller?: Caller;
    /** SHA-256 of the body as it came, when the request carries an Idempotency-Key. */
    bodyHash?: Buffer;
  }
}

export function routeSettings(request: FastifyRequest): RouteSettings {
  return (request.routeOptions?.config ?? {}) as RouteSettings;
}

export function callerOf(request: FastifyRequest): Caller {
  if (!request.caller) throw new ApiError('missing_api_key', 'This route needs an API key.');
  return request.caller;
}

const request = (context: ExecutionContext): FastifyRequest => context.switchToHttp().getRequest<FastifyRequest>();

/** The tenant that the presented key belongs to; the path's `{tenant}` has been compared with it. */
export const Tenant = createParamDecorator(
  (_: unknown, context: ExecutionContext): TenantContext => callerOf(request(context)).tenant,
);

/** The presented key: its tenant, id and kind. */
export const CurrentCaller = createParamDecorator((_: unknown, context: ExecutionContext): Caller =>
  callerOf(request(context)),
);
