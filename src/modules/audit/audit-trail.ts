import { Inject, Injectable } from '@nestjs/common';
import { CLOCK, type Clock } from '../../kernel/clock.ts';
import { newId } from '../../kernel/ids.ts';
import type { Page, PageRequest } from '../../kernel/paging.ts';
import type { Actor, TenantContext } from '../../kernel/tenant-context.ts';
import { Database, type Transaction } from '../../platform/database/index.ts';
import { SUBJECT_LENGTH, type AuditEntry, type Deed } from './audit.ts';
import { AuditRepository, type AuditFilter } from './audit.repository.ts';

const THE_SERVICE: Actor = { kind: 'service', id: null, name: 'mirabel' };

/** Who changed what. Written in the transaction of the change: neither is there without the other. */
@Injectable()
export class AuditTrail {
  constructor(
    private readonly database: Database,
    private readonly entries: AuditRepository,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  async record(tx: Transaction, tenant: TenantContext, deed: Deed): Promise<void> {
    const { kind, id, name } = tenant.actor ?? THE_SERVICE;
    await this.entries.insert(tx, tenant, {
      id: newId(),
      at: new Date(this.clock.now()),
      actor_kind: kind,
      actor_id: id,
      actor: name,
      kind: deed.kind,
      action: deed.action,
      subject_id: deed.subjectId,
      subject: deed.subject.slice(0, SUBJECT_LENGTH).toWellFormed(),
      changes: deed.changes,
    });
  }

  list(tenant: TenantContext, filter: AuditFilter, { limit, offset }: PageRequest): Promise<Page<AuditEntry>> {
    return this.database.tenant(tenant, async (tx) => ({
      ...(await this.entries.list(tx, tenant, filter, { limit, offset })),
      limit,
      offset,
    }));
  }
}
