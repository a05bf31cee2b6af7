import { LRUCache } from 'lru-cache';
import type { TenantContext } from '../../kernel/tenant-context.ts';
import type { SignalBus } from './signal-bus.ts';

export interface TenantCacheOptions<T> {
  bus: SignalBus;
  /** Signals that make a tenant's value stale. */
  topics: readonly string[];
  load: (tenant: TenantContext) => Promise<T>;
  max?: number;
}

interface Kept<T> {
  value: T;
  at: number;
}

/**
 * One value a tenant, kept until a signal says that it changed; for a moment only while signals may be getting lost. A
 * load that was overtaken by a change is answered but not kept.
 */
export class TenantCache<T extends object> {
  readonly #values: LRUCache<string, Kept<T>>;
  readonly #loading = new Map<string, Promise<T>>();
  readonly #options: TenantCacheOptions<T>;

  constructor(options: TenantCacheOptions<T>) {
    this.#options = options;
    this.#values = new LRUCache({ max: options.max ?? 5_000 });
    for (const topic of options.topics) options.bus.on(topic, (signal) => this.drop(signal.tenantId));
    options.bus.onGap(() => this.clear());
  }

  async get(tenant: TenantContext): Promise<T> {
    const known = this.#values.get(tenant.tenantId);
    if (known && performance.now() - known.at <= this.#options.bus.trust) return known.value;
    const running = this.#loading.get(tenant.tenantId);
    if (running) return running;
    const loading = this.#load(tenant);
    this.#loading.set(tenant.tenantId, loading);
    return loading;
  }

  drop(tenantId: string): void {
    this.#values.delete(tenantId);
    this.#loading.delete(tenantId);
  }

  clear(): void {
    this.#values.clear();
    this.#loading.clear();
  }

  async #load(tenant: TenantContext): Promise<T> {
    // After the caller has put the promise into the map: only the newest load of a tenant may keep its value.
    await Promise.resolve();
    const mine = this.#loading.get(tenant.tenantId);
    const at = performance.now();
    try {
      const value = await this.#options.load(tenant);
      if (mine && this.#loading.get(tenant.tenantId) === mine) this.#values.set(tenant.tenantId, { value, at });
      return value;
    } finally {
      if (mine && this.#loading.get(tenant.tenantId) === mine) this.#loading.delete(tenant.tenantId);
    }
  }
}
