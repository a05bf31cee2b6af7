import { Inject, Injectable } from '@nestjs/common';
import { CLOCK, type Clock } from '../../kernel/clock.ts';
import { ApiError } from '../../kernel/errors.ts';
import type { TenantContext } from '../../kernel/tenant-context.ts';
import { Database, type Transaction } from '../../platform/database/index.ts';
import type { TenantSettings } from '../tenants/index.ts';
import { decide, modeOf, type Judged, type Verdict } from './decision-table.ts';
import { judgedAnew, record } from './history.ts';
import { reactionTo } from './lifecycle.ts';
import { judgedAs, newSuggestion, type Proposals, type Proposed } from './proposals.ts';
import { Replays, type Replay, type Trial } from './replay/replay.ts';
import { memoryHash } from './memory.ts';
import { RunLedger } from './runs/run-ledger.ts';
import type { RunMetrics } from './runs/run.ts';
import type { Claim, RunState } from './runs/runs.repository.ts';
import { reaches, type Suggestion } from './suggestion.ts';
import { SuggestionsRepository } from './suggestions.repository.ts';
import { SynonymEffect, tokensOf } from './synonym-effect.ts';

/** Candidates a transaction: it holds the run's row, which a cancellation waits for. */
const CHUNK = 50;

/** In a transaction that holds the run; changes its figures. */
export type Store = (tx: Transaction, state: RunState) => Promise<void>;

interface Tried extends Proposed {
  trial: Trial;
}

/** Makes suggestions of candidates: tries each on real searches, decides by the table, and applies what is to be applied. */
@Injectable()
export class Applier {
  constructor(
    private readonly database: Database,
    private readonly suggestions: SuggestionsRepository,
    private readonly replays: Replays,
    private readonly effect: SynonymEffect,
    private readonly ledger: RunLedger,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  /**
   * What the last transaction has to store is left to the caller, who has more to write by then.
   * @throws LeaseLost, ApiError `engine_unavailable`, or what the signal was aborted with
   */
  async propose(
    claim: Claim,
    { proposed, tooLong }: Proposals,
    settings: TenantSettings,
    signal: AbortSignal,
  ): Promise<Store> {
    let replay: Replay | null = null;
    let last: readonly Tried[] = [];
    const store = (chunk: readonly Tried[]): Store => {
      return (tx, state) => this.#store(tx, claim, state, chunk, settings);
    };
    for (let from = 0; from < proposed.length; from += CHUNK) {
      signal.throwIfAborted();
      const chunk = proposed.slice(from, from + CHUNK);
      // One transaction for both, and no replay for a night that has nothing new.
      const open = await this.database.tenant(claim.tenant, async () => {
        const found = await this.#open(claim, chunk, settings);
        if (found.length > 0) replay ??= await this.replays.open(claim.tenant, claim.run.window.to, settings.timezone);
        return found;
      });
      if (!replay || open.length === 0) continue;
      if (last.length > 0) await this.ledger.write(claim, store(last));
      last = await this.#tryOut(replay, open, signal);
    }
    return async (tx, state) => {
      state.metrics.skipped_length += tooLong;
      if (last.length > 0) await store(last)(tx, state);
    };
  }

  /** Those about which this run has something to decide. */
  async #open({ tenant, run }: Claim, chunk: readonly Proposed[], settings: TenantSettings): Promise<Proposed[]> {
    const present = await this.database.tenant(tenant, (tx) => this.suggestions.byKey(tx, tenant, chunk));
    const memory = memoryHash(settings.business_memory_md);
    return chunk.filter((proposed) => {
      const met = present.get(keyOf(proposed));
      return !met || (met.judged_by !== run.id && reactionTo(asMet(met, memory)) !== 'keep');
    });
  }

  async #tryOut(replay: Replay, proposals: readonly Proposed[], signal: AbortSignal): Promise<Tried[]> {
    const tried: Tried[] = [];
    for (const proposed of proposals) {
      signal.throwIfAborted();
      const { original, target, candidate } = proposed;
      const failures = candidate.evidence.sessions;
      const trial = await replay.try({ original, target, direction: candidate.direction, failures });
      tried.push({ ...proposed, trial });
    }
    return tried;
  }

  async #store(tx: Transaction, claim: Claim, state: RunState, chunk: readonly Tried[], settings: TenantSettings) {
    const { tenant, run } = claim;
    const present = await this.suggestions.byKey(tx, tenant, chunk, 'lock');
    const memory = memoryHash(settings.business_memory_md);
    const mode = modeOf(run.mode, state.modeNow);
    const changed: Suggestion[] = [];
    for (const tried of chunk) {
      const met = present.get(keyOf(tried)) ?? null;
      const reaction = reactionTo(met && asMet(met, memory));
      // A run that is taken up again, or a person who was faster.
      if (met?.judged_by === run.id || reaction === 'keep') continue;
      const now = this.clock.now();
      const suggestion = judgedAs(met ?? newSuggestion(tried, run.id, now), tried, tried.trial, { id: run.id, now });
      if (reaction === 'reopen') reopen(suggestion, now);
      else await this.#decide(tx, tenant, suggestion, judgedOf(suggestion, tried.trial, mode, settings), met);
      count(state.metrics, suggestion, met, settings);
      changed.push(suggestion);
    }
    this.suggestions.save(tx, tenant, changed);
  }

  /** Changes the suggestion. */
  async #decide(
    tx: Transaction,
    tenant: TenantContext,
    suggestion: Suggestion,
    judged: Judged,
    met: Suggestion | null,
  ) {
    let verdict = decide(judged);
    let reason = explain(judged, verdict);
    if (verdict.status === 'applied') {
      try {
        await this.effect.apply(tx, tenant, suggestion, 'run');
      } catch (error) {
        if (!(error instanceof ApiError) || error.status === 503) throw error;
        verdict = { decision: 'suggested', status: 'pending' };
        reason = `It could not be applied: ${error.message}`;
      }
    }
    // What waits for a person goes on waiting: shadow applies nothing, and takes nothing away.
    const status = met?.status === 'pending' && verdict.status === 'logged' ? 'pending' : verdict.status;
    suggestion.decision = verdict.decision;
    const at = new Date(this.clock.now());
    if (met?.status === status) {
      const what = judgedAnew(met, suggestion, [judged.hybridThreshold, judged.autoThreshold]);
      if (what) record(suggestion, { at, by: 'run', to: status, reason: `${what} ${reason}` });
      return;
    }
    record(suggestion, { at, by: 'run', to: status, reason }, met?.status ?? null);
    suggestion.retired = null;
    suggestion.decided_at = status === 'applied' ? at : null;
  }
}

const keyOf = ({ original, target }: { original: string; target: string }): string => `${original}\n${target}`;

function asMet({ status, retired, memory_hash }: Suggestion, memory: string) {
  return { status, retired, memoryChanged: memory_hash !== memory };
}

function judgedOf(
  { confidence, original, target, history }: Suggestion,
  { report, known }: Trial,
  mode: Judged['mode'],
  settings: TenantSettings,
): Judged {
  return {
    mode,
    confidence,
    hybridThreshold: settings.hybrid_confidence_threshold,
    autoThreshold: settings.auto_confidence_threshold,
    originalTokens: tokensOf(original),
    targetTokens: tokensOf(target),
    harmful: report.held,
    judgedByPerson: history.some(({ by }) => by === 'person'),
    known,
  };
}

/** A person said no under another business memory: a person looks at it once more. */
export function reopen(suggestion: Suggestion, now: number): void {
  const reason = 'The business memory has changed since it was rejected.';
  record(suggestion, { at: new Date(now), by: 'run', to: 'pending', reason });
  suggestion.decision = 'suggested';
  suggestion.decided_at = null;
  suggestion.reject_reason = null;
  suggestion.memory_hash = null;
}

function explain(judged: Judged, { status, decision }: Verdict): string {
  const { mode, confidence, originalTokens, targetTokens, harmful, judgedByPerson, known } = judged;
  const threshold = mode === 'hybrid' ? judged.hybridThreshold : judged.autoThreshold;
  const band = `its confidence ${confidence} ${reaches(confidence, threshold) ? 'reaches' : 'is below'} ${threshold}`;
  if (known) return 'A synonym of the shop says so already.';
  if (status === 'applied') return `Applied in mode ${mode}: ${band}.`;
  if (mode === 'shadow' && decision === 'auto') return `Shadow mode: it would have been applied, ${band}.`;
  const prefix = mode === 'shadow' ? 'Shadow mode: it would wait for review' : 'It waits for review';
  if (judgedByPerson) return `${prefix}: a person has decided about it before.`;
  if (harmful) return `${prefix}: searches that work today would change.`;
  if (originalTokens === 1 && targetTokens > 1) return `${prefix}: one word would become ${targetTokens}.`;
  return `${prefix}: ${band}.`;
}

function count(metrics: RunMetrics, suggestion: Suggestion, met: Suggestion | null, settings: TenantSettings): void {
  if (!met) {
    const { confidence } = suggestion;
    const band = reaches(confidence, settings.auto_confidence_threshold)
      ? 'high'
      : reaches(confidence, settings.hybrid_confidence_threshold)
        ? 'medium'
        : 'low';
    metrics.suggestions_created++;
    metrics.by_band[band]++;
  }
  if (met?.status === suggestion.status) return;
  if (met?.status === 'rejected' || met?.status === 'reverted') metrics.reopened++;
  const { status } = suggestion;
  if (status === 'applied' || status === 'pending' || status === 'logged') metrics[status]++;
}
