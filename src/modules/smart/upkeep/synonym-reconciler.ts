import { Inject, Injectable } from '@nestjs/common';
import { CLOCK, type Clock } from '../../../kernel/clock.ts';
import { ApiError } from '../../../kernel/errors.ts';
import type { TenantContext } from '../../../kernel/tenant-context.ts';
import type { Transaction } from '../../../platform/database/index.ts';
import { LearnedSynonyms, type LearnedUse } from '../../synonyms/index.ts';
import { RunLedger } from '../runs/run-ledger.ts';
import type { RunMetrics } from '../runs/run.ts';
import type { Claim } from '../runs/runs.repository.ts';
import type { Suggestion } from '../suggestion.ts';
import { SuggestionsRepository } from '../suggestions.repository.ts';
import { SynonymEffect } from '../synonym-effect.ts';
import { retire } from './retire.ts';
import { UpkeepRepository } from './upkeep.repository.ts';

/** A learned synonym through which no search found anything for so long is forgotten. */
const UNUSED_DAYS = 90;

/** Learned synonyms and the suggestions in force say the same after each run. */
@Injectable()
export class SynonymReconciler {
  constructor(
    private readonly learned: LearnedSynonyms,
    private readonly suggestions: SuggestionsRepository,
    private readonly upkeep: UpkeepRepository,
    private readonly effect: SynonymEffect,
    private readonly ledger: RunLedger,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  async reconcile(claim: Claim): Promise<void> {
    await this.ledger.write(claim, (tx, { metrics }) => this.reconcileWith(tx, claim.tenant, metrics));
  }

  /** In a transaction that holds the run. Changes its metrics. */
  async reconcileWith(tx: Transaction, tenant: TenantContext, metrics: RunMetrics): Promise<void> {
    const [synonyms, found] = await Promise.all([this.learned.all(tx, tenant), this.upkeep.live(tx, tenant)]);
    const live = new Map(found.map((row) => [row.id, row]));
    if (synonyms.length === 0 && live.size === 0) return;
    await this.#forgetUnused(tx, tenant, synonyms, live, metrics);
    for (const { id, suggestion_id } of synonyms) {
      if (suggestion_id === null || !live.has(suggestion_id)) await this.learned.remove(tx, tenant, id);
    }
    await this.#mend(tx, tenant, [...live.values()]);
  }

  /** Takes them out of `live`: their synonyms go with the rest that nobody stands for. */
  async #forgetUnused(
    tx: Transaction,
    tenant: TenantContext,
    synonyms: readonly LearnedUse[],
    live: Map<string, { id: string; synonym_id: string | null }>,
    metrics: RunMetrics,
  ): Promise<void> {
    const now = this.clock.now();
    const oldest = new Date(now - UNUSED_DAYS * 86_400_000).toISOString().slice(0, 10);
    const unused = synonyms.filter(({ id, suggestion_id, last_used_on }) => {
      return last_used_on < oldest && suggestion_id !== null && live.get(suggestion_id)?.synonym_id === id;
    });
    if (unused.length === 0) return;
    const rows = await this.#lockLive(
      tx,
      tenant,
      unused.map(({ suggestion_id }) => suggestion_id!),
    );
    for (const suggestion of rows) {
      retire(suggestion, 'unused', `No search found anything through it for ${UNUSED_DAYS} days.`, now);
      await this.effect.remove(tx, tenant, suggestion);
      live.delete(suggestion.id);
      metrics.expired++;
    }
    this.suggestions.save(tx, tenant, rows);
  }

  /** Without those that a person took back since they were listed. */
  async #lockLive(tx: Transaction, tenant: TenantContext, ids: readonly string[]): Promise<Suggestion[]> {
    const rows = await this.suggestions.lockMany(tx, tenant, ids);
    return rows.filter(({ status }) => status === 'accepted' || status === 'applied');
  }

  /** A suggestion in force whose synonym is gone gets it back. */
  async #mend(tx: Transaction, tenant: TenantContext, live: readonly { id: string; synonym_id: string | null }[]) {
    const wanted = live.flatMap(({ synonym_id }) => synonym_id ?? []);
    const present = await this.learned.present(tx, tenant, wanted);
    const broken = live.filter(({ synonym_id }) => synonym_id === null || !present.has(synonym_id));
    if (broken.length === 0) return;
    const rows = await this.#lockLive(
      tx,
      tenant,
      broken.map(({ id }) => id),
    );
    const mended: Suggestion[] = [];
    for (const suggestion of rows) {
      const appliedAt = suggestion.applied_at;
      try {
        await this.effect.apply(tx, tenant, suggestion, suggestion.status === 'applied' ? 'run' : 'person');
      } catch (error) {
        // No room for more synonyms: the next run tries again.
        if (error instanceof ApiError && error.status !== 503) continue;
        throw error;
      }
      mended.push({ ...suggestion, applied_at: appliedAt ?? suggestion.applied_at });
    }
    this.suggestions.save(tx, tenant, mended);
  }
}
