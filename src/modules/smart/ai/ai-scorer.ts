import { setTimeout as sleep } from 'node:timers/promises';
import { Inject, Injectable, Logger } from '@nestjs/common';
import type { TenantContext } from '../../../kernel/tenant-context.ts';
import { personalDataIn } from '../../../text/index.ts';
import { AI_PROVIDER, AiCallError, type AiProvider, type AiReply } from './ai-provider.ts';
import { Budget } from './budget.ts';
import { mostUsage, wholeCents } from './cost.ts';
import { EgressLedger } from './egress-ledger.ts';
import { readVerdicts, type Verdict } from './verdict.ts';

export interface UncertainPair {
  /** The caller's; verdicts come back under it. It never leaves. */
  key: string;
  failed: string;
  rescue: string;
  /** Distinct sessions that did this. */
  sessions: number;
}

export interface AiRequest {
  tenant: TenantContext;
  runId: string;
  /** The most valuable first: a budget may end before the last. */
  pairs: readonly UncertainPair[];
  businessMemory: string;
  /** US cents; 0 means no AI. */
  budget: { perRun: number; perMonth: number };
  signal: AbortSignal;
}

export interface AiOutcome {
  verdicts: Map<string, Verdict>;
  /** As a run reports it; null without a provider. */
  ai: { provider: string; model: string; calls: number; input_tokens: number; output_tokens: number } | null;
  /** The exact sum of the run's calls, rounded up once. */
  cost_usd_cents: number;
  /** Why pairs were left to the scorer, in a sentence for the merchant. */
  error: string | null;
}

/** Section 6 of the contract: a pair of fewer sessions could point at a person. */
const MIN_SESSIONS = 3;
const PAIRS_A_CALL = 40;
const MAX_CALLS = 100;
const TRIES = 3;
const FIRST_WAIT_MS = 1_000;
const LONGEST_WAIT_MS = 30_000;

@Injectable()
export class AiScorer {
  readonly #logger = new Logger('AiScorer');

  constructor(
    @Inject(AI_PROVIDER) private readonly provider: AiProvider | null,
    private readonly ledger: EgressLedger,
  ) {}

  /** Never rejects for what the provider does: a failed provider leaves the rest to the scorer, and the outcome says so. */
  async rescore(request: AiRequest): Promise<AiOutcome> {
    const { provider } = this;
    if (!provider) return { verdicts: new Map(), ai: null, cost_usd_cents: 0, error: null };
    const budget = await Budget.open(this.ledger, request);
    const verdicts = new Map<string, Verdict>();
    const error = await this.#askAll(provider, request, budget, verdicts);
    if (error) this.#logger.warn({ tenant: request.tenant.slug, run: request.runId, msg: error });
    const { calls, cents, usage } = await this.ledger.totals(request.tenant, request.runId);
    const ai = { provider: provider.name, model: provider.model, calls, ...usage };
    return { verdicts, ai, cost_usd_cents: wholeCents(cents), error };
  }

  async #askAll(
    provider: AiProvider,
    request: AiRequest,
    budget: Budget,
    verdicts: Map<string, Verdict>,
  ): Promise<string | null> {
    const batches = chunk(sendable(request.pairs), PAIRS_A_CALL);
    let error: string | null = null;
    for (let calls = 0; batches.length > 0; calls++) {
      if (calls === MAX_CALLS) return `The run made its ${MAX_CALLS} calls; the scorer decided about the rest alone.`;
      const batch = batches.shift()!;
      const answer = await this.#ask(provider, request, budget, batch);
      if (answer === 'over-budget') return budget.exhausted;
      if (answer instanceof AiCallError) {
        error = `${answer.message} The scorer decided alone about what it did not judge.`;
        // A refused key or an endpoint that stays down will not do better with the next batch.
        if (answer.failure !== 'unreadable') return error;
        continue;
      }
      const found = answer.outcome === 'answered' ? readVerdicts(answer.text, batch.length) : null;
      if (found) found.forEach((verdict, pair) => verdicts.set(batch[pair]!.key, verdict));
      else if (batch.length > 1) batches.unshift(...chunk(batch, Math.ceil(batch.length / 2)));
      else error = 'The AI provider gave no usable verdict on some pairs; the scorer decided about them alone.';
    }
    return error;
  }

  /** One batch, until it is answered, out of tries or out of money. Each try stands in the ledger before it leaves. */
  async #ask(
    provider: AiProvider,
    request: AiRequest,
    budget: Budget,
    batch: readonly UncertainPair[],
  ): Promise<AiReply | AiCallError | 'over-budget'> {
    const { tenant, runId, signal, businessMemory } = request;
    for (let attempt = 1; ; attempt++) {
      signal.throwIfAborted();
      const { payload, maxOutputTokens } = provider.compose({ pairs: batch, businessMemory });
      const known = await this.ledger.answered(tenant, provider.model, payload);
      if (known !== null) return { outcome: 'answered', text: known, usage: null };
      const reserve = mostUsage(payload, maxOutputTokens);
      if (!budget.allows(provider, reserve)) return 'over-budget';
      const entry = await this.ledger.open(tenant, { runId, provider, payload, pairs: batch.length, reserve });
      try {
        const reply = await provider.send(payload, signal);
        budget.spend(provider, reply.usage ?? reserve);
        await this.ledger.close(tenant, entry, provider, reply.outcome, reply.usage ?? reserve, reply.text);
        return reply;
      } catch (error) {
        if (!(error instanceof AiCallError)) {
          await this.ledger.close(tenant, entry, provider, 'cancelled', reserve);
          throw error;
        }
        const usage = error.usage ?? (error.failure === 'timeout' ? reserve : null);
        if (usage) budget.spend(provider, usage);
        await this.ledger.close(tenant, entry, provider, error.failure, usage);
        if (!error.retryable || attempt === TRIES) return error;
        await sleep(waitMs(error, attempt), undefined, { signal }).catch(() => signal.throwIfAborted());
      }
    }
  }
}

/**
 * Once more, next to the wire: no pair of few sessions, none twice, and none that looks personal. Memory reaches back 30 days,
 * to what an earlier version may have let in.
 */
function sendable(pairs: readonly UncertainPair[]): UncertainPair[] {
  const seen = new Map<string, UncertainPair>();
  for (const pair of pairs) {
    if (pair.sessions < MIN_SESSIONS || personalDataIn(pair.failed) || personalDataIn(pair.rescue)) continue;
    seen.set(`${pair.failed}\n${pair.rescue}`, pair);
  }
  return [...seen.values()];
}

function chunk<T>(all: readonly T[], size: number): T[][] {
  return Array.from({ length: Math.ceil(all.length / size) }, (_, i) => all.slice(i * size, (i + 1) * size));
}

/** What the provider asks for, within reason; else doubling with full jitter. */
function waitMs(error: AiCallError, attempt: number): number {
  if (error.retryAfterMs !== null) return Math.min(error.retryAfterMs, LONGEST_WAIT_MS);
  return Math.random() * Math.min(FIRST_WAIT_MS * 2 ** attempt, LONGEST_WAIT_MS);
}
