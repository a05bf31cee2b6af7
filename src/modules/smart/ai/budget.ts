import type { Big } from 'big.js';
import type { TenantContext } from '../../../kernel/tenant-context.ts';
import type { AiProvider, TokenUsage } from './ai-provider.ts';
import { costCents } from './cost.ts';
import type { EgressLedger } from './egress-ledger.ts';

interface Request {
  tenant: TenantContext;
  runId: string;
  budget: { perRun: number; perMonth: number };
}

/**
 * What a run may still spend. A call goes only when its highest possible price fits, so a budget is never passed. One run
 * of a tenant at a time spends, so nothing else moves the sums meanwhile.
 */
export class Budget {
  private constructor(
    private readonly limits: Request['budget'],
    private run: Big,
    private month: Big,
  ) {}

  static async open(ledger: EgressLedger, { tenant, runId, budget }: Request): Promise<Budget> {
    const { cents } = await ledger.totals(tenant, runId);
    return new Budget(budget, cents, await ledger.spentThisMonth(tenant));
  }

  allows(provider: AiProvider, most: TokenUsage): boolean {
    if (this.limits.perRun === 0 || this.limits.perMonth === 0) return false;
    const cost = costCents(provider, most);
    return this.run.plus(cost).lte(this.limits.perRun) && this.month.plus(cost).lte(this.limits.perMonth);
  }

  spend(provider: AiProvider, usage: TokenUsage): void {
    const cost = costCents(provider, usage);
    this.run = this.run.plus(cost);
    this.month = this.month.plus(cost);
  }

  /** Null when the merchant wants no AI: then nothing is missing. */
  get exhausted(): string | null {
    const { perRun, perMonth } = this.limits;
    if (perRun === 0 || perMonth === 0) return null;
    return `The AI budget (${perRun} cents a run, ${perMonth} a month) is used up; the scorer decided about the rest alone.`;
  }
}
