import { Injectable, type OnApplicationBootstrap } from '@nestjs/common';
import { ApplicationConfig, DiscoveryService, MetadataScanner, Reflector } from '@nestjs/core';
import { ROUTE_ACCESS, type RouteAccess } from '../tenancy/index.ts';
import { compileHotCall } from './hot-call.ts';
import { IdempotencyInterceptor } from './idempotency.interceptor.ts';
import { ProblemFilter } from './problem.filter.ts';
import { RouteTable } from './route-table.ts';
import { RequestValidationPipe } from './validation.pipe.ts';

/**
 * Routes declared `hot` are called by Fastify without Nest's pipeline of proxies, observables and promises, which costs
 * more than the rest of such a request. What they declare stays in force, because it is read from Nest's own metadata.
 *
 * A guard that an outside module adds for all routes is obeyed; an interceptor, a pipe or a filter for all routes leaves
 * them in Nest's pipeline.
 */
@Injectable()
export class HotRoutes implements OnApplicationBootstrap {
  constructor(
    private readonly routes: RouteTable,
    private readonly config: ApplicationConfig,
    private readonly discovery: DiscoveryService,
    private readonly scanner: MetadataScanner,
    private readonly reflector: Reflector,
  ) {}

  onApplicationBootstrap(): void {
    if (!this.#onlyOurs()) return;
    const guards = this.config.getGlobalGuards();
    for (const { instance } of this.discovery.getControllers()) {
      const prototype = Object.getPrototypeOf(instance) as Record<string, () => unknown>;
      for (const name of this.scanner.getAllMethodNames(prototype)) {
        const access = this.reflector.get<RouteAccess | undefined>(ROUTE_ACCESS, prototype[name]!);
        if (access && this.routes.isHot(access))
          this.routes.callDirectly(access, compileHotCall(instance as object, name, guards));
      }
    }
  }

  #onlyOurs(): boolean {
    const { config } = this;
    const perRequest = [
      config.getGlobalRequestGuards(),
      config.getGlobalRequestInterceptors(),
      config.getGlobalRequestPipes(),
      config.getGlobalRequestFilters(),
    ];
    return (
      perRequest.every((list) => list.length === 0) &&
      config.getGlobalInterceptors().every((one) => one instanceof IdempotencyInterceptor) &&
      config.getGlobalPipes().every((one) => one instanceof RequestValidationPipe) &&
      config.getGlobalFilters().every((one) => one instanceof ProblemFilter)
    );
  }
}
