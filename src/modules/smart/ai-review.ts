import { Injectable } from '@nestjs/common';
import { normalizeQuery } from '../../text/index.ts';
import type { TenantSettings } from '../tenants/index.ts';
import { AiScorer, withVerdict, type Verdict } from './ai/index.ts';
import { inTurns, roundConfidence, type Candidate } from './learning/index.ts';
import { RunLedger } from './runs/run-ledger.ts';
import type { Claim } from './runs/runs.repository.ts';

export interface Reviewed {
  candidates: Candidate[];
  /** What was left to the scorer alone, for the merchant. */
  warning: string | null;
}

/** The second opinion about what the scorer is not sure of; what it costs stands in the run. */
@Injectable()
export class AiReview {
  constructor(
    private readonly ai: AiScorer,
    private readonly ledger: RunLedger,
  ) {}

  async review(
    claim: Claim,
    settings: TenantSettings,
    candidates: readonly Candidate[],
    signal: AbortSignal,
  ): Promise<Reviewed> {
    const { tenant, run } = claim;
    const pairs = await uncertainOf(candidates);
    const outcome = await this.ai.rescore({
      tenant,
      runId: run.id,
      pairs,
      businessMemory: settings.business_memory_md,
      budget: { perRun: settings.ai_budget_cents_per_run, perMonth: settings.ai_budget_cents_per_month },
      signal,
    });
    const { ai, cost_usd_cents } = outcome;
    if (ai) await this.ledger.write(claim, async (_, state) => void Object.assign(state, { ai, cost_usd_cents }));
    return {
      candidates: candidates.map((candidate, index) => {
        const verdict = outcome.verdicts.get(String(index));
        return verdict ? withOpinion(candidate, verdict) : candidate;
      }),
      warning: outcome.error,
    };
  }
}

/** The most valuable first: a budget may end before the last. */
async function uncertainOf(candidates: readonly Candidate[]) {
  const pairs: { key: string; failed: string; rescue: string; sessions: number }[] = [];
  for await (const part of inTurns(candidates.entries())) {
    for (const [index, { uncertain, originalQuery, suggestedQuery, evidence }] of part) {
      if (!uncertain) continue;
      const failed = normalizeQuery(originalQuery).normalized;
      const rescue = normalizeQuery(suggestedQuery).normalized;
      pairs.push({ key: String(index), failed, rescue, sessions: evidence.rescues });
    }
  }
  return pairs.sort((a, b) => b.sessions - a.sessions);
}

function withOpinion(candidate: Candidate, verdict: Verdict): Candidate {
  const opinion = verdict.reason === '' ? null : verdict.reason;
  return {
    ...candidate,
    confidence: roundConfidence(withVerdict(candidate.confidence, verdict)),
    kind: verdict.kind === 'none' ? candidate.kind : verdict.kind,
    reason: opinion === null ? candidate.reason : `${candidate.reason} The AI says: ${opinion}`,
    because: { ...candidate.because, opinion },
  };
}
