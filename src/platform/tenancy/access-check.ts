import { Injectable, type OnModuleInit } from '@nestjs/common';
import { DiscoveryService, MetadataScanner, Reflector } from '@nestjs/core';
import { PATH_METADATA } from '@nestjs/common/constants.js';
import { ROUTE_ACCESS, type RouteAccess } from './require-key.decorator.ts';

/** Refuses to start when a route does not say who may call it. */
@Injectable()
export class AccessCheck implements OnModuleInit {
  constructor(
    private readonly discovery: DiscoveryService,
    private readonly scanner: MetadataScanner,
    private readonly reflector: Reflector,
  ) {}

  onModuleInit(): void {
    const undeclared: string[] = [];
    for (const { instance, metatype } of this.discovery.getControllers()) {
      const prototype = Object.getPrototypeOf(instance) as Record<string, () => unknown>;
      for (const method of this.scanner.getAllMethodNames(prototype)) {
        const handler = prototype[method];
        if (!handler || Reflect.getMetadata(PATH_METADATA, handler) === undefined) continue;
        const access = this.reflector.get<RouteAccess | undefined>(ROUTE_ACCESS, handler);
        if (!access) undeclared.push(`${metatype?.name ?? 'controller'}.${method}`);
      }
    }
    if (undeclared.length > 0) {
      throw new Error(
        `These routes do not say who may call them (@RequireKey or @OpenRoute): ${undeclared.join(', ')}`,
      );
    }
  }
}
