import { Global, Module, type DynamicModule } from '@nestjs/common';
import { collectDefaultMetrics, Counter, Registry } from 'prom-client';
import { HealthController } from './health.controller.ts';
import { droppedLines } from './logger.ts';
import { Readiness } from './readiness.ts';

/** Logs, metrics, health. Modules register their metrics with the `Registry`. */
@Global()
@Module({})
export class ObservabilityModule {
  static forRoot(registry: Registry): DynamicModule {
    collectDefaultMetrics({ register: registry });
    registry.registerMetric(countOfDroppedLines());
    return {
      module: ObservabilityModule,
      controllers: [HealthController],
      providers: [{ provide: Registry, useValue: registry }, Readiness],
      exports: [Registry, Readiness],
    };
  }
}

function countOfDroppedLines(): Counter {
  return new Counter({
    name: 'mirabel_log_lines_dropped_total',
    help: 'Lines of the log that nobody took in time',
    registers: [],
    collect() {
      this.reset();
      this.inc(droppedLines());
    },
  });
}
