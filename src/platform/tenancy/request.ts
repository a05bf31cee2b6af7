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
    /** What `routeOf` has found out. */
    route?: Route;
  }
}

interface Route {
  /** Its template; `unmatched` for an address that is none of ours. */
  url: string;
  settings: RouteSettings;
}

const UNMATCHED: Route = { url: 'unmatched', settings: {} };

/** Fastify gathers `routeOptions` anew whenever they are read, and most of our hooks ask. */
export function routeOf(request: FastifyRequest): Route {
  if (request.is404) return UNMATCHED;
  const { route } = request;
  if (route) return route;
  const { url = UNMATCHED.url, config = {} } = request.routeOptions;
  return (request.route = { url, settings: config as RouteSettings });
}

export const routeSettings = (request: FastifyRequest): RouteSettings => routeOf(request).settings;

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
