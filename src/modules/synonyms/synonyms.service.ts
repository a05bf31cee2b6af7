import { Inject, Injectable } from '@nestjs/common';
import { CLOCK, type Clock } from '../../kernel/clock.ts';
import { nextEdit, refuseStale, type ExpectedVersions } from '../../kernel/edited.ts';
import { ApiError, notFound } from '../../kernel/errors.ts';
import { isUuid, newId } from '../../kernel/ids.ts';
import type { Page, PageRequest } from '../../kernel/paging.ts';
import type { TenantContext } from '../../kernel/tenant-context.ts';
import { Database, type Transaction } from '../../platform/database/index.ts';
import { SignalBus } from '../../platform/events/index.ts';
import { AuditTrail, hasChanges } from '../audit/index.ts';
import { LearnedSynonyms } from './learned-synonyms.ts';
import { draftFaults, fingerprint, overflow, tidyDraft, type StoredSynonym, type SynonymDraft } from './synonym.ts';
import { synonymDeed } from './synonym-deed.ts';
import { SynonymsRepository, type SynonymFilter } from './synonyms.repository.ts';

@Injectable()
export class SynonymsService {
  constructor(
    private readonly database: Database,
    private readonly synonyms: SynonymsRepository,
    private readonly learned: LearnedSynonyms,
    private readonly bus: SignalBus,
    private readonly audit: AuditTrail,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  list(tenant: TenantContext, filter: SynonymFilter, { limit, offset }: PageRequest): Promise<Page<StoredSynonym>> {
    return this.database.tenant(tenant, async (tx) => ({
      ...(await this.synonyms.list(tx, tenant, filter, { limit, offset })),
      limit,
      offset,
    }));
  }

  read(tenant: TenantContext, id: string): Promise<StoredSynonym> {
    return this.database.tenant(tenant, (tx) => this.#find(tx, tenant, id));
  }

  create(tenant: TenantContext, draft: SynonymDraft): Promise<StoredSynonym> {
    const tidied = checked(draft);
    return this.database.tenant(tenant, async (tx) => {
      await this.synonyms.lock(tx, tenant);
      await this.#refuseSame(tx, tenant, tidied);
      const full = overflow(await this.synonyms.size(tx, tenant), tidied.terms.length);
      if (full) throw new ApiError('conflict', full);
      const now = this.clock.now();
      const synonym: StoredSynonym = {
        ...tidied,
        id: newId(),
        source: 'manual',
        confidence: null,
        suggestion_id: null,
        created_at: new Date(now),
        ...nextEdit(tenant, now),
      };
      await this.synonyms.insert(tx, tenant, [synonym]);
      await this.audit.record(tx, tenant, synonymDeed('create', null, synonym));
      await this.bus.send(tx, 'synonyms', tenant.tenantId);
      return synonym;
    });
  }

  /** Changes the named fields; the whole must be sound afterwards. */
  update(
    tenant: TenantContext,
    id: string,
    patch: Partial<SynonymDraft>,
    expected: ExpectedVersions = null,
  ): Promise<StoredSynonym> {
    return this.database.tenant(tenant, async (tx) => {
      await this.synonyms.lock(tx, tenant);
      const present = await this.#find(tx, tenant, id);
      refuseStale(expected, present);
      const synonym = { ...present, ...checked({ ...draftOf(present), ...patch }) };
      await this.#refuseSame(tx, tenant, synonym, id);
      const size = await this.synonyms.size(tx, tenant);
      const full = overflow({ ...size, synonyms: 0 }, synonym.terms.length - present.terms.length);
      if (full) throw new ApiError('conflict', full);
      const deed = synonymDeed('update', present, synonym);
      if (!hasChanges(deed.changes)) return present;
      Object.assign(synonym, nextEdit(tenant, this.clock.now(), present.version));
      await this.synonyms.update(tx, tenant, synonym);
      await this.audit.record(tx, tenant, deed);
      await this.bus.send(tx, 'synonyms', tenant.tenantId);
      return synonym;
    });
  }

  delete(tenant: TenantContext, id: string, expected: ExpectedVersions = null): Promise<void> {
    return this.database.tenant(tenant, async (tx) => {
      const synonym = await this.#find(tx, tenant, id);
      refuseStale(expected, synonym);
      await this.synonyms.delete(tx, tenant, id);
      await this.audit.record(tx, tenant, synonymDeed('delete', synonym, null));
      await this.learned.tellDeleted(tx, tenant, synonym);
      await this.bus.send(tx, 'synonyms', tenant.tenantId);
    });
  }

  async #find(tx: Transaction, tenant: TenantContext, id: string): Promise<StoredSynonym> {
    const synonym = isUuid(id) ? await this.synonyms.find(tx, tenant, id) : undefined;
    if (!synonym) throw notFound('synonym');
    return synonym;
  }

  async #refuseSame(tx: Transaction, tenant: TenantContext, draft: SynonymDraft, id?: string): Promise<void> {
    const same = await this.synonyms.findSame(tx, tenant, fingerprint(draft));
    if (!same || same.id === id) return;
    throw new ApiError('conflict', `The synonym ${same.id} says the same already. Change that one instead.`, {
      members: { existing_id: same.id },
    });
  }
}

function draftOf({ type, input, terms, locale, enabled }: StoredSynonym): SynonymDraft {
  return { type, input, terms, locale, enabled };
}

function checked(draft: SynonymDraft): SynonymDraft {
  const tidied = tidyDraft(draft);
  const errors = draftFaults(tidied);
  if (errors.length === 0) return tidied;
  throw new ApiError('validation_failed', errors[0]!.message, { errors });
}
