import { Global, Module, type DynamicModule } from '@nestjs/common';
import { collectDefaultMetrics, Registry } from 'prom-client';
import { HealthController } from './health.controller.ts';
import { Readiness } from './readiness.ts';

/** Logs, metrics, health. Modules register their metrics with the `Registry`. */
@Global()
@Module({})
export class ObservabilityModule {
  static forRoot(registry: Registry): DynamicModule {
    collectDefaultMetrics({ register: registry });
    return {
      module: ObservabilityModule,
      controllers: [HealthController],
      providers: [{ provide: Registry, useValue: registry }, Readiness],
      exports: [Registry, Readiness],
    };
  }
}
