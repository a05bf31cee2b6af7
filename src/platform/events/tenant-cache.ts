import { LRUCache } from 'lru-cache';
import type { TenantContext } from '../../kernel/tenant-context.ts';
import { elseKept, type Loading } from './else-kept.ts';
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
 * One value a tenant, kept until a signal says that it changed; for a moment only while signals may be getting lost, then read
 * anew when it can be (see `elseKept`). A load that was overtaken by a change is answered but not kept.
 */
export class TenantCache<T extends object> {
  readonly #values: LRUCache<string, Kept<T>>;
  readonly #loading = new Map<string, Loading<T>>();
  readonly #options: TenantCacheOptions<T>;

  constructor(options: TenantCacheOptions<T>) {
    this.#options = options;
    this.#values = new LRUCache({ max: options.max ?? 5_000 });
    for (const topic of options.topics) options.bus.on(topic, (signal) => this.drop(signal.tenantId));
    options.bus.onGap(() => this.clear());
  }

  /** What is known and can be trusted: without a promise, for what runs thousands of times a second. */
  peek({ tenantId }: TenantContext): T | undefined {
    const known = this.#values.get(tenantId);
    return known && performance.now() - known.at <= this.#options.bus.trust ? known.value : undefined;
  }

  async get(tenant: TenantContext): Promise<T> {
    const trusted = this.peek(tenant);
    if (trusted) return trusted;
    const known = this.#values.get(tenant.tenantId);
    const loading = this.#loading.get(tenant.tenantId) ?? this.#begin(tenant);
    return known ? elseKept(loading, known.value) : loading.value;
  }

  drop(tenantId: string): void {
    this.#values.delete(tenantId);
    this.#loading.delete(tenantId);
  }

  /** Anything may have changed. */
  clear(): void {
    for (const kept of this.#values.values()) kept.at = Number.NEGATIVE_INFINITY;
    this.#loading.clear();
  }

  #begin(tenant: TenantContext): Loading<T> {
    const { tenantId } = tenant;
    const loading: Loading<T> = { began: performance.now(), value: this.#options.load(tenant) };
    this.#loading.set(tenantId, loading);
    const isNewest = () => this.#loading.get(tenantId) === loading;
    loading.value = loading.value
      .then((value) => {
        // Only the newest load of a tenant may keep its value.
        if (isNewest()) this.#values.set(tenantId, { value, at: loading.began });
        return value;
      })
      .finally(() => {
        if (isNewest()) this.#loading.delete(tenantId);
      });
    return loading;
  }
}
