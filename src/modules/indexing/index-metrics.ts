import { Inject, Injectable } from '@nestjs/common';
import { Counter, Gauge, Registry } from 'prom-client';
import { SEARCH_ENGINE, type EngineTally, type SearchEngine } from '../../engine/port/index.ts';
import { CatalogIndexes } from './catalog-indexes.ts';

/** How far the indexes are behind the items, and what the engine made of what it was given; read when metrics are. */
@Injectable()
export class IndexMetrics {
  constructor(
    @Inject(SEARCH_ENGINE) private readonly engine: SearchEngine,
    registry: Registry,
    indexes: CatalogIndexes,
  ) {
    const gauge = (name: string, help: string, value: () => number): Gauge =>
      new Gauge({
        name,
        help,
        registers: [registry],
        collect() {
          this.set(value());
        },
      });
    gauge(
      'mirabel_index_lag_seconds',
      'For how long the index that is furthest behind its items has been behind',
      () => indexes.lag.milliseconds / 1_000,
    );
    gauge(
      'mirabel_index_lag_documents',
      'Changes of items that are not in the indexes yet',
      () => indexes.lag.documents,
    );
    this.#count(registry, 'mirabel_index_refused_total', 'Documents that the engine will not take', 'refused');
    this.#count(registry, 'mirabel_index_put_off_total', 'Requests and documents it had too much to do for', 'putOff');
  }

  #count(registry: Registry, name: string, help: string, of: keyof EngineTally): Counter {
    const { engine } = this;
    return new Counter({
      name,
      help,
      registers: [registry],
      collect() {
        this.reset();
        this.inc(engine.tally?.[of] ?? 0);
      },
    });
  }
}
