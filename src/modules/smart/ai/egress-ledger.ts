import { createHash } from 'node:crypto';
import { Inject, Injectable } from '@nestjs/common';
import { Big } from 'big.js';
import { CLOCK, type Clock } from '../../../kernel/clock.ts';
import { newId } from '../../../kernel/ids.ts';
import type { Page, PageRequest } from '../../../kernel/paging.ts';
import type { TenantContext } from '../../../kernel/tenant-context.ts';
import { Database } from '../../../platform/database/index.ts';
import type { AiFailure, AiProvider, AiReply, TokenUsage } from './ai-provider.ts';
import { costCents } from './cost.ts';
import { EgressRepository } from './egress.repository.ts';

/** `sent`: it left and nobody saw an answer, as when the process ended in between. */
export type EgressStatus = 'sent' | 'cancelled' | AiReply['outcome'] | AiFailure;
export const EGRESS_STATUSES = [
  'sent',
  'answered',
  'truncated',
  'refused',
  'timeout',
  'rate_limited',
  'unavailable',
  'rejected',
  'unreadable',
  'cancelled',
] as const satisfies readonly EgressStatus[];

/** One payload that went to the AI provider. */
export interface EgressEntry {
  id: string;
  run_id: string;
  sent_at: Date;
  provider: string;
  model: string;
  /** The body of the request, byte for byte. */
  payload: string;
  /** Of the payload in UTF-8, in hex. */
  sha256: string;
  pairs: number;
  status: EgressStatus;
}

export interface Spending {
  calls: number;
  cents: Big;
  usage: TokenUsage;
}

interface Call {
  runId: string;
  provider: AiProvider;
  payload: string;
  pairs: number;
  reserve: TokenUsage;
}

/** An answer is not paid for twice within this time: a run that was cut off asks the same again. */
const REUSE_MS = 30 * 86_400_000;

/** Everything that left for the AI provider, stored before it leaves, and what it cost. */
@Injectable()
export class EgressLedger {
  constructor(
    private readonly database: Database,
    private readonly egress: EgressRepository,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  /** Commits before the caller sends; until it is closed the call counts with the most that it can cost. */
  async open(tenant: TenantContext, { runId, provider, payload, pairs, reserve }: Call): Promise<string> {
    const id = newId();
    const entry = {
      id,
      run_id: runId,
      sent_at: new Date(this.clock.now()),
      provider: provider.name,
      model: provider.model,
      payload,
      sha256: sha256(payload),
      pairs,
      status: 'sent' as const,
    };
    const cost = costCents(provider, reserve).toFixed();
    await this.database.tenant(tenant, (tx) => this.egress.insert(tx, tenant, entry, cost));
    return id;
  }

  async close(
    tenant: TenantContext,
    id: string,
    provider: AiProvider,
    status: EgressStatus,
    usage: TokenUsage | null,
    answer: string | null = null,
  ): Promise<void> {
    const spent = usage ?? { input_tokens: 0, output_tokens: 0 };
    const cost = costCents(provider, spent).toFixed();
    // PostgreSQL keeps no NUL in a text, and an answer that has one is worth nothing.
    const kept = answer?.includes('\0') ? null : answer;
    await this.database.tenant(tenant, (tx) =>
      this.egress.settle(tx, tenant, id, { status, ...spent, cost, answer: kept }),
    );
  }

  /** The answer to the same question, when it was asked not long ago. */
  answered(tenant: TenantContext, model: string, payload: string): Promise<string | null> {
    const since = new Date(this.clock.now() - REUSE_MS);
    return this.database.tenant(tenant, (tx) => this.egress.answer(tx, tenant, model, sha256(payload), since));
  }

  async totals(tenant: TenantContext, runId: string): Promise<Spending> {
    const row = await this.database.tenant(tenant, (tx) => this.egress.totals(tx, tenant, runId));
    const { calls, cost, input_tokens, output_tokens } = row;
    return { calls, cents: new Big(cost), usage: { input_tokens, output_tokens } };
  }

  /** Since the first of the month, UTC, as providers bill. */
  async spentThisMonth(tenant: TenantContext): Promise<Big> {
    const now = new Date(this.clock.now());
    const since = new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth(), 1));
    return new Big(await this.database.tenant(tenant, (tx) => this.egress.costSince(tx, tenant, since)));
  }

  list(tenant: TenantContext, page: PageRequest, runId?: string): Promise<Page<EgressEntry>> {
    return this.database.tenant(tenant, async (tx) => ({
      total: await this.egress.count(tx, tenant, runId ?? null),
      rows: await this.egress.list(tx, tenant, page, runId ?? null),
      limit: page.limit,
      offset: page.offset,
    }));
  }
}

const sha256 = (text: string): string => createHash('sha256').update(text).digest('hex');
