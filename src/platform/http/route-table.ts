import { Injectable } from '@nestjs/common';
import type { RouteOptions } from 'fastify';
import createRouter, { type HTTPMethod } from 'find-my-way';
import type { RouteAccess, RouteSettings } from '../tenancy/index.ts';
import type { DirectHandler } from './hot-call.ts';

export interface RouteEntry {
  method: string;
  path: string;
  settings: RouteSettings;
}

/** Longest id in a path: 512 characters, each up to 12 bytes when percent-encoded. */
export const MAX_PARAM_LENGTH = 512 * 12;

/**
 * Every route of the process, filled by Fastify's `onRoute` hook. Fastify answers 404 for a wrong method on a known path;
 * with this table we can say 405 with `Allow`, and answer preflights of routes that a public key may call.
 */
@Injectable()
export class RouteTable {
  readonly #router = createRouter({ maxParamLength: MAX_PARAM_LENGTH, ignoreTrailingSlash: false });
  readonly #entries: RouteEntry[] = [];
  readonly #methods = new Set<HTTPMethod>();
  /** By what declares them; null until the handler is compiled, or for good. */
  readonly #hot = new Map<RouteAccess, DirectHandler | null>();

  add(route: RouteOptions): void {
    const settings = (route.config ?? {}) as RouteSettings;
    if (settings.hot && settings.access) this.#warm(route, settings.access);
    for (const method of [route.method].flat() as HTTPMethod[]) {
      if (route.url.includes('*') || this.#router.hasRoute(method, route.url)) continue;
      this.#router.on(method, route.url, () => {}, settings);
      this.#methods.add(method);
      this.#entries.push({ method, path: route.url, settings });
    }
  }

  isHot(access: RouteAccess): boolean {
    return this.#hot.has(access);
  }

  callDirectly(access: RouteAccess, handler: DirectHandler): void {
    this.#hot.set(access, handler);
  }

  get entries(): readonly RouteEntry[] {
    return this.#entries;
  }

  methodsOf(url: string): string[] {
    return [...this.#methods].filter((method) => this.find(method, url) !== null).sort();
  }

  find(method: string, url: string): RouteSettings | null {
    const path = url.split('?', 1)[0] ?? '/';
    const found = this.#router.find(method as HTTPMethod, path);
    return found ? (found.store as RouteSettings) : null;
  }

  /** Nest registers its own handler, which answers while nothing better is known. */
  #warm(route: RouteOptions, access: RouteAccess): void {
    const ordinary = route.handler;
    this.#hot.set(access, null);
    const hot = this.#hot;
    route.handler = function (request, reply) {
      const direct = hot.get(access);
      return direct ? direct(request, reply) : ordinary.call(this, request, reply);
    };
  }
}
