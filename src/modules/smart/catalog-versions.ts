import { Injectable } from '@nestjs/common';
import type { TenantContext } from '../../kernel/tenant-context.ts';
import type { Transaction } from '../../platform/database/index.ts';
import { CatalogFeed } from '../items/index.ts';
import { RunsRepository } from './runs/runs.repository.ts';

/** Whether there is something new in a catalogue: looking through it costs more than most nights' searches. */
@Injectable()
export class CatalogVersions {
  constructor(
    private readonly runs: RunsRepository,
    private readonly feed: CatalogFeed,
  ) {}

  /** The present version, or null when a run has looked through it. */
  async changed(tx: Transaction, tenant: TenantContext): Promise<number | null> {
    const [{ version }, seen] = await Promise.all([this.feed.head(tenant), this.runs.seenCatalog(tx, tenant)]);
    return version > seen ? version : null;
  }
}
