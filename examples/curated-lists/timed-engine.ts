import type { SearchEngine, SearchIndex, TenantContext } from 'mirabel';

export interface EngineTimings {
  searches: number;
  milliseconds: number;
}

/** An adapter around another: counts and times its searches. A whole engine of your own implements the same interface. */
export function timedEngine(inner: SearchEngine, timings: EngineTimings): SearchEngine {
  return {
    capabilities: inner.capabilities,
    open: async (tenant: TenantContext) => timedIndex(await inner.open(tenant), timings),
    drop: (tenant: TenantContext) => inner.drop(tenant),
    stored: () => inner.stored(),
    close: () => inner.close(),
  };
}

function timedIndex(inner: SearchIndex, timings: EngineTimings): SearchIndex {
  return {
    get version() {
      return inner.version;
    },
    get closed() {
      return inner.closed;
    },
    search: async (query) => {
      const started = performance.now();
      try {
        return await inner.search(query);
      } finally {
        timings.searches++;
        timings.milliseconds += performance.now() - started;
      }
    },
    has: (id) => inner.has(id),
    similar: (query) => inner.similar(query),
    setBehaviour: (items) => inner.setBehaviour(items),
    apply: (batch) => inner.apply(batch),
    rebuild: (fill) => inner.rebuild(fill),
    hold: () => inner.hold(),
    stats: () => inner.stats(),
    snapshot: () => inner.snapshot(),
  };
}
