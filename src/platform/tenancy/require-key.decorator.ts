import { applyDecorators, SetMetadata } from '@nestjs/common';
import { RouteConfig } from '@nestjs/platform-fastify';
import { ApiSecurity } from '@nestjs/swagger';
import type { KeyKind, Role } from '../../kernel/tenant-context.ts';

/** Who may call a route: `open` needs no key. */
export interface RouteAccess {
  kinds: readonly KeyKind[] | 'open';
}

export interface RouteOptions {
  /** Bytes; 256 KiB when not given. */
  bodyLimit?: number;
  /** The route judges its documents one by one: unsafe keys and depth are left to it. */
  judgesJson?: boolean;
  /** `own`: the route recognises repeats by itself; no answer is stored for an Idempotency-Key. */
  idempotency?: 'own';
  /**
   * `query`: a script tag sends no headers, so the key is the parameter `key`, and only a public one, which stands in the
   * page anyway. Addresses end up in logs and histories: nowhere else.
   */
  keyIn?: 'query';
  /** A public key that was rotated and has ended may still ask here, so that a page learns of the one that took its place. */
  afterRotation?: true;
  /**
   * The least role of a person who calls a route of secret keys from the panel; null: no person may. When not given,
   * viewers may call safe methods and editors all.
   */
  role?: Role | null;
  /** Called by Fastify directly, without Nest's pipeline: for routes with thousands of requests a second. */
  hot?: true;
}

/** What our hooks read from `request.routeOptions.config`. */
export interface RouteSettings extends RouteOptions {
  access?: RouteAccess;
}

export const ROUTE_ACCESS = 'mirabel:access';

/** A secret key may also do what a public key may. */
const ALLOWED: Record<KeyKind, readonly KeyKind[]> = {
  public: ['public', 'secret'],
  secret: ['secret'],
  indexer: ['indexer'],
};

/**
 * The one declaration of who may call a route: the guard and the authentication hook obey it and the OpenAPI document
 * shows it. A route with neither this nor `@OpenRoute` stops the start.
 */
export function RequireKey(kind: KeyKind, options: RouteOptions = {}): MethodDecorator {
  const inQuery = options.keyIn === 'query';
  const access: RouteAccess = { kinds: inQuery ? ['public'] : ALLOWED[kind] };
  const schemes = inQuery ? ['public_key_in_query'] : ALLOWED[kind].map((allowed) => `${allowed}_key`);
  return applyDecorators(
    SetMetadata(ROUTE_ACCESS, access),
    RouteConfig({ access, ...options } satisfies RouteSettings),
    ...schemes.map((scheme) => ApiSecurity(scheme)),
  ) as MethodDecorator;
}

/** A route that anyone may call, counted per address. */
export function OpenRoute(): MethodDecorator {
  const access: RouteAccess = { kinds: 'open' };
  return applyDecorators(
    SetMetadata(ROUTE_ACCESS, access),
    RouteConfig({ access } satisfies RouteSettings),
  ) as MethodDecorator;
}
