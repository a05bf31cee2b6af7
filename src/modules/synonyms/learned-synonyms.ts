import { Inject, Injectable } from '@nestjs/common';
import { CLOCK, type Clock } from '../../kernel/clock.ts';
import { nextEdit } from '../../kernel/edited.ts';
import { ApiError } from '../../kernel/errors.ts';
import { newId } from '../../kernel/ids.ts';
import type { TenantContext } from '../../kernel/tenant-context.ts';
import type { Transaction } from '../../platform/database/index.ts';
import { SignalBus } from '../../platform/events/index.ts';
import {
  draftFaults,
  fingerprint,
  overflow,
  tidyDraft,
  type StoredSynonym,
  type Synonym,
  type SynonymDraft,
} from './synonym.ts';
import { SynonymsRepository, type LearnedUse } from './synonyms.repository.ts';

export interface LearnedSynonym extends Omit<SynonymDraft, 'enabled'> {
  /** 0 to 1, two decimals. */
  confidence: number;
  suggestion_id: string;
  /** Until then a share of the sessions searches without it. */
  held_back_until?: Date | null;
}

/** In the transaction in which a person has deleted a synonym. */
export type DeletionListener = (tx: Transaction, tenant: TenantContext, synonym: Synonym) => Promise<void>;

/** What learning may do with synonyms, inside the transaction of its own decision. */
@Injectable()
export class LearnedSynonyms {
  #deleted: DeletionListener | null = null;

  constructor(
    private readonly synonyms: SynonymsRepository,
    private readonly bus: SignalBus,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  /** When the tenant has a synonym that says the same, that one is the answer and stays as it is. */
  async learn(
    tx: Transaction,
    tenant: TenantContext,
    learned: LearnedSynonym,
  ): Promise<{ synonym: StoredSynonym; created: boolean }> {
    const draft = tidyDraft({ ...pick(learned), enabled: true });
    const errors = draftFaults(draft);
    if (errors.length > 0) throw new ApiError('validation_failed', errors[0]!.message, { errors });
    await this.synonyms.lock(tx, tenant);
    const same = await this.synonyms.findSame(tx, tenant, fingerprint(draft));
    if (same) return { synonym: same, created: false };
    const full = overflow(await this.synonyms.size(tx, tenant), draft.terms.length);
    if (full) throw new ApiError('conflict', full);
    const now = this.clock.now();
    const synonym: StoredSynonym = {
      ...draft,
      id: newId(),
      source: 'learned',
      confidence: learned.confidence,
      suggestion_id: learned.suggestion_id,
      created_at: new Date(now),
      ...nextEdit(tenant, now),
    };
    await this.synonyms.insert(tx, tenant, [{ ...synonym, held_back_until: learned.held_back_until ?? null }]);
    await this.bus.send(tx, 'synonyms', tenant.tenantId);
    return { synonym, created: true };
  }

  /** False when there is no such learned synonym: a person's synonym is not learning's to remove. */
  async remove(tx: Transaction, tenant: TenantContext, id: string): Promise<boolean> {
    const synonym = await this.synonyms.find(tx, tenant, id);
    if (synonym?.source !== 'learned') return false;
    await this.synonyms.delete(tx, tenant, id);
    await this.bus.send(tx, 'synonyms', tenant.tenantId);
    return true;
  }

  find(tx: Transaction, tenant: TenantContext, id: string): Promise<StoredSynonym | undefined> {
    return this.synonyms.find(tx, tenant, id);
  }

  /** Every learned synonym; their number is bounded. */
  all(tx: Transaction, tenant: TenantContext): Promise<LearnedUse[]> {
    return this.synonyms.learned(tx, tenant);
  }

  /** Those of the ids that the tenant has, whoever made them. */
  present(tx: Transaction, tenant: TenantContext, ids: readonly string[]): Promise<Set<string>> {
    return this.synonyms.present(tx, tenant, ids);
  }

  /** Another suggestion stands for it from now on. */
  handOver(tx: Transaction, tenant: TenantContext, id: string, suggestionId: string): Promise<void> {
    return this.synonyms.handOver(tx, tenant, id, suggestionId);
  }

  /** Suggestions in force by it must hear of it, whoever made it, or the next run would mend what a person took away. */
  onDeleted(listener: DeletionListener): void {
    this.#deleted = listener;
  }

  async tellDeleted(tx: Transaction, tenant: TenantContext, synonym: Synonym): Promise<void> {
    await this.#deleted?.(tx, tenant, synonym);
  }
}

function pick({ type, input, terms, locale }: LearnedSynonym): Omit<SynonymDraft, 'enabled'> {
  return { type, input, terms, locale };
}
