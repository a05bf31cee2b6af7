import { Injectable } from '@nestjs/common';
import { LRUCache } from 'lru-cache';
import type { TenantContext } from '../../kernel/tenant-context.ts';
import { Database } from '../../platform/database/index.ts';
import { BehaviourRepository } from './behaviour.repository.ts';

type Related = readonly { id: string; weight: number }[];

/** Product pages ask for the same items all day. */
const REMEMBERED = 5_000;
/** Related items of all of them together, some 100 bytes each. */
const MAX_ENTRIES = 100_000;
const FOR = 60_000;

/** What shoppers buy or pick together. */
@Injectable()
export class RelatedItems {
  readonly #known = new LRUCache<string, Related>({
    max: REMEMBERED,
    maxSize: MAX_ENTRIES,
    sizeCalculation: ({ length }) => 1 + length,
    ttl: FOR,
  });
  readonly #loading = new Map<string, Promise<Related>>();

  constructor(
    private readonly database: Database,
    private readonly behaviour: BehaviourRepository,
  ) {}

  /** For an item that exists: the statement is a heavy one. Callers of one moment share it. */
  async of(tenant: TenantContext, itemId: string): Promise<Related> {
    const key = `${tenant.tenantId} ${itemId}`;
    const known = this.#known.get(key) ?? this.#loading.get(key);
    if (known) return known;
    const loading = this.#load(tenant, itemId, key).finally(() => this.#loading.delete(key));
    this.#loading.set(key, loading);
    return loading;
  }

  async #load(tenant: TenantContext, itemId: string, key: string): Promise<Related> {
    const related = await this.database.tenant(tenant, (tx) => this.behaviour.related(tx, tenant, itemId));
    this.#known.set(key, related);
    return related;
  }
}
