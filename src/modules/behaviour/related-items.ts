import { Injectable } from '@nestjs/common';
import { LRUCache } from 'lru-cache';
import type { TenantContext } from '../../kernel/tenant-context.ts';
import { Database } from '../../platform/database/index.ts';
import { BehaviourRepository } from './behaviour.repository.ts';

type Related = readonly { id: string; weight: number }[];

/** Product pages ask for the same items all day. */
const REMEMBERED = 5_000;
const FOR = 60_000;

/** What shoppers buy or pick together. */
@Injectable()
export class RelatedItems {
  readonly #known = new LRUCache<string, Related>({ max: REMEMBERED, ttl: FOR });

  constructor(
    private readonly database: Database,
    private readonly behaviour: BehaviourRepository,
  ) {}

  async of(tenant: TenantContext, itemId: string): Promise<Related> {
    const key = `${tenant.tenantId} ${itemId}`;
    const known = this.#known.get(key);
    if (known) return known;
    const related = await this.database.tenant(tenant, (tx) => this.behaviour.related(tx, tenant, itemId));
    this.#known.set(key, related);
    return related;
  }
}
