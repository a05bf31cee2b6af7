import { Global, Module, type DynamicModule } from '@nestjs/common';
import { LoggerModule } from 'nestjs-pino';
import type { Logger } from 'pino';
import { collectDefaultMetrics, Registry } from 'prom-client';
import { HealthController } from './health.controller.ts';
import { Readiness } from './readiness.ts';

/** Logs, metrics, health. Modules register their metrics with the `Registry`. */
@Global()
@Module({})
export class ObservabilityModule {
  static forRoot(logger: Logger, registry: Registry): DynamicModule {
    collectDefaultMetrics({ register: registry });
    return {
      module: ObservabilityModule,
      imports: [LoggerModule.forRoot({ pinoHttp: { logger, autoLogging: false }, useExisting: true })],
      controllers: [HealthController],
      providers: [{ provide: Registry, useValue: registry }, Readiness],
      exports: [Registry, Readiness, LoggerModule],
    };
  }
}
