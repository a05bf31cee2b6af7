import { Injectable } from '@nestjs/common';
import type { TenantContext } from '../../kernel/tenant-context.ts';
import { Database } from '../../platform/database/index.ts';
import { CatalogFeed } from '../items/index.ts';
import { RunsRepository } from './runs/runs.repository.ts';

/** Whether there is something new in a catalogue: looking through it costs more than most nights' searches. */
@Injectable()
export class CatalogVersions {
  constructor(
    private readonly database: Database,
    private readonly runs: RunsRepository,
    private readonly feed: CatalogFeed,
  ) {}

  /** The present version, or null when a run has looked through it. */
  async changed(tenant: TenantContext): Promise<number | null> {
    const present = (await this.feed.heads([tenant.tenantId])).get(tenant.tenantId) ?? 0;
    const seen = await this.database.tenant(tenant, (tx) => this.runs.seenCatalog(tx, tenant));
    return present > seen ? present : null;
  }
}
