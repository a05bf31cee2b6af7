import { Inject, Injectable, type OnModuleInit } from '@nestjs/common';
import { CLOCK, type Clock } from '../../kernel/clock.ts';
import { ApiError, notFound } from '../../kernel/errors.ts';
import { isUuid } from '../../kernel/ids.ts';
import type { Page, PageRequest } from '../../kernel/paging.ts';
import type { TenantContext } from '../../kernel/tenant-context.ts';
import { Database, type Transaction } from '../../platform/database/index.ts';
import { LearnedSynonyms, type Synonym } from '../synonyms/index.ts';
import { SettingsReader } from '../tenants/index.ts';
import { record } from './history.ts';
import { PERSON_TABLE, type Action } from './lifecycle.ts';
import { memoryHash } from './memory.ts';
import type { Suggestion, SuggestionStatus } from './suggestion.ts';
import { SuggestionsRepository, type SuggestionFilter, type SuggestionWithRun } from './suggestions.repository.ts';
import { SynonymEffect } from './synonym-effect.ts';

const DEEDS = { accepted: 'Accepted', rejected: 'Rejected', reverted: 'Taken back' } as const;

export interface Accepted {
  suggestion: SuggestionWithRun;
  synonym: Synonym;
  /** `pending`: a person has switched the synonym off. */
  engine: 'applied' | 'pending';
}

/** What people read of suggestions and decide about them. */
@Injectable()
export class SuggestionsService implements OnModuleInit {
  constructor(
    private readonly database: Database,
    private readonly suggestions: SuggestionsRepository,
    private readonly effect: SynonymEffect,
    private readonly learned: LearnedSynonyms,
    private readonly settings: SettingsReader,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  onModuleInit(): void {
    this.learned.onDeleted((tx, tenant, synonym) => this.#forgetDeleted(tx, tenant, synonym));
  }

  list(tenant: TenantContext, filter: SuggestionFilter, page: PageRequest): Promise<Page<SuggestionWithRun>> {
    const { limit, offset } = page;
    return this.database.tenant(tenant, async (tx) => ({
      ...(await this.suggestions.list(tx, tenant, filter, { limit, offset })),
      limit,
      offset,
    }));
  }

  read(tenant: TenantContext, id: string): Promise<SuggestionWithRun> {
    return this.database.tenant(tenant, async (tx) => {
      const suggestion = isUuid(id) ? await this.suggestions.find(tx, tenant, id) : undefined;
      if (!suggestion) throw notFound('suggestion');
      return suggestion;
    });
  }

  /** Searches use it at once. @throws ApiError `suggestion_already_resolved`; `conflict` without room for a synonym */
  accept(tenant: TenantContext, id: string): Promise<Accepted> {
    return this.#act(tenant, id, 'accept', async (tx, suggestion, outcome) => {
      if (outcome === 'repeat') {
        const present = suggestion.synonym_id && (await this.effect.find(tx, tenant, suggestion.synonym_id));
        if (present) return answer(suggestion, present);
      }
      const synonym = await this.effect.apply(tx, tenant, suggestion, 'person');
      if (outcome === 'do') await this.#move(tx, tenant, suggestion, 'accepted', null);
      this.suggestions.save(tx, tenant, [suggestion]);
      return answer(suggestion, synonym);
    });
  }

  /** @throws ApiError `suggestion_already_resolved` */
  async reject(tenant: TenantContext, id: string, reason: string | null): Promise<SuggestionWithRun> {
    const { business_memory_md: memory } = await this.settings.get(tenant);
    return this.#act(tenant, id, 'reject', async (tx, suggestion, outcome) => {
      if (outcome === 'repeat') return suggestion;
      await this.#move(tx, tenant, suggestion, 'rejected', reason);
      suggestion.reject_reason = reason;
      suggestion.memory_hash = memoryHash(memory);
      this.suggestions.save(tx, tenant, [suggestion]);
      return suggestion;
    });
  }

  /** Its synonym goes at once. @throws ApiError `conflict` when it is not in force */
  revert(tenant: TenantContext, id: string): Promise<SuggestionWithRun> {
    return this.#act(tenant, id, 'revert', async (tx, suggestion) => {
      await this.#move(tx, tenant, suggestion, 'reverted', null);
      await this.effect.remove(tx, tenant, suggestion);
      this.suggestions.save(tx, tenant, [suggestion]);
      return suggestion;
    });
  }

  #act<T>(
    tenant: TenantContext,
    id: string,
    action: Action,
    work: (tx: Transaction, suggestion: SuggestionWithRun, outcome: 'do' | 'repeat') => Promise<T>,
  ): Promise<T> {
    return this.database.tenant(tenant, async (tx) => {
      const suggestion = isUuid(id) ? await this.suggestions.lock(tx, tenant, id) : undefined;
      if (!suggestion) throw notFound('suggestion');
      const outcome = PERSON_TABLE[suggestion.status][action];
      if (outcome === 'do' || outcome === 'repeat') return work(tx, suggestion, outcome);
      throw refusal(outcome, suggestion.status);
    });
  }

  /** Changes the suggestion, and tells the log. Without words of the person the history says upon what it was done. */
  async #move(
    tx: Transaction,
    tenant: TenantContext,
    suggestion: Suggestion,
    to: keyof typeof DEEDS,
    reason: string | null,
  ): Promise<void> {
    const at = new Date(this.clock.now());
    await this.suggestions.record(tx, tenant, suggestion, { to, reason });
    const why = reason || `${DEEDS[to]} at a confidence of ${suggestion.confidence}, when it was ${suggestion.status}.`;
    record(suggestion, { at, by: 'person', to, reason: why, actor: tenant.actor?.name ?? null });
    suggestion.decided_at = at;
    suggestion.reject_reason = null;
    suggestion.retired = null;
  }

  /** Who deletes a synonym takes back what is in force by it. */
  async #forgetDeleted(tx: Transaction, tenant: TenantContext, synonym: Synonym): Promise<void> {
    const ids = await this.suggestions.inForceBy(tx, tenant, synonym.id);
    if (ids.length === 0) return;
    const rows = await this.suggestions.lockMany(tx, tenant, ids);
    const reverted = rows.filter(({ status }) => PERSON_TABLE[status].revert === 'do');
    for (const suggestion of reverted) {
      await this.#move(tx, tenant, suggestion, 'reverted', 'Its synonym was deleted.');
      suggestion.synonym_id = null;
      suggestion.applied_at = null;
    }
    this.suggestions.save(tx, tenant, reverted);
  }
}

function answer(suggestion: SuggestionWithRun, synonym: Synonym): Accepted {
  return { suggestion, synonym, engine: synonym.enabled ? 'applied' : 'pending' };
}

function refusal(outcome: 'resolved' | 'refused', status: SuggestionStatus): ApiError {
  const members = { current_status: status };
  if (outcome === 'resolved') {
    return new ApiError('suggestion_already_resolved', `The suggestion is ${status} already.`, { members });
  }
  return new ApiError('conflict', `Only what is in force can be reverted; this suggestion is ${status}.`, { members });
}
