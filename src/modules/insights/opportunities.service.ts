import { setImmediate } from 'node:timers/promises';
import { Injectable, Optional } from '@nestjs/common';
import type { TenantContext } from '../../kernel/tenant-context.ts';
import { normalizeQuery } from '../../text/index.ts';
import { SearchRehearsal, type Rehearsal } from '../search/index.ts';
import type { OpportunitiesRequest, OpportunitiesResponse, OpportunityRow } from './dto/opportunities.dto.ts';
import { rescuesOf, type FailedQuery } from './failures.ts';
import { MetricsReader, type Scope } from './metrics.reader.ts';
import { OpportunitiesRepository } from './opportunities.repository.ts';
import { diagnose, inWords } from './opportunity.ts';
import { revenue, totals } from './overview.ts';
import { lastDays, type Period } from './period.ts';
import { SuggestionLookup } from './suggestion-lookup.ts';

/** Failed queries that are looked at, the most frequent ones: each is searched for anew. */
const MAX_GROUPS = 300;
/** How far back it is looked for what sessions said instead. */
const RESCUE_DAYS = 30;
/** How far back it is looked for what they may have meant. */
const KNOWN_DAYS = 30;
/** Letters that a typo usually leaves alone. */
const STEM = 3;
/** Titles that are looked at for words that begin alike. */
const TITLES = 20;

/** Queries without results: why they have none, and what they may be worth. */
@Injectable()
export class OpportunitiesService {
  constructor(
    private readonly reader: MetricsReader,
    private readonly opportunities: OpportunitiesRepository,
    private readonly rehearsals: SearchRehearsal,
    @Optional() private readonly suggestions?: SuggestionLookup,
  ) {}

  /**
   * Of the part of the period whose failures are still known. What all sessions do is read beside what failed, and what is told
   * of a page beside each other: two transactions at most.
   */
  async group(tenant: TenantContext, request: OpportunitiesRequest): Promise<OpportunitiesResponse> {
    const { limit, offset } = request;
    const period = await this.reader.period(tenant, request);
    const kept = await this.reader.keptPart(tenant, period);
    const rehearsal = await this.rehearsals.open(tenant);
    const [{ failed, open }, shop] = await Promise.all([
      kept ? this.#unanswered(tenant, kept, request.min_count, rehearsal) : { failed: 0, open: [] },
      this.#shop(tenant, period),
    ]);
    const page = open.slice(offset, offset + limit);
    const rows = kept && page.length > 0 ? await this.#explain(tenant, kept, page, shop, rehearsal) : [];
    const { from, to } = period;
    return { from, to, total: open.length, resolved_since: failed - open.length, rows, limit, offset };
  }

  /** What shoppers search for these days, and what a session of the period is worth. */
  async #shop(
    tenant: TenantContext,
    period: Period,
  ): Promise<{ known: readonly string[]; perSession: ReadonlyMap<string, number> }> {
    const recent = period.days.length > KNOWN_DAYS ? lastDays(period, KNOWN_DAYS) : period;
    const known = await this.reader.read(tenant, recent, undefined, (scope) => this.opportunities.knownQueries(scope));
    const perSession = await this.reader.read(tenant, period, undefined, revenuePerSession);
    return { known, perSession };
  }

  /** How many queries failed, and those that still find nothing, the most frequent first. */
  async #unanswered(
    tenant: TenantContext,
    period: Period,
    minCount: number,
    rehearsal: Rehearsal,
  ): Promise<{ failed: number; open: string[] }> {
    const queries = await this.#read(tenant, period, (scope) =>
      this.opportunities.failedNames(scope, minCount, MAX_GROUPS),
    );
    const open: string[] = [];
    for (const query of queries) {
      // What has only some of their words is not looked for: that is told of a page.
      const { total } = await rehearsal.search(query, { hits: 0 });
      if (total === 0) open.push(query);
      // A search holds the event loop for milliseconds; others must get their turn between two.
      await setImmediate();
    }
    return { failed: queries.length, open };
  }

  #read<T>(tenant: TenantContext, period: Period, work: (scope: Scope) => Promise<T>): Promise<T> {
    return this.reader.read(tenant, period, undefined, work, ({ failures }) => failures);
  }

  async #explain(
    tenant: TenantContext,
    period: Period,
    queries: readonly string[],
    { known, perSession }: { known: readonly string[]; perSession: ReadonlyMap<string, number> },
    rehearsal: Rehearsal,
  ): Promise<OpportunityRow[]> {
    const [{ groups, rescues }, sold] = await Promise.all([
      this.#failures(tenant, period, queries),
      this.reader.read(tenant, period, undefined, (scope) => this.opportunities.soldBefore(scope, queries)),
    ]);
    const suggested = await this.suggestions?.idsFor(tenant, queries);
    const rows: OpportunityRow[] = [];
    for (const group of queries.flatMap((query) => groups.get(query) ?? [])) {
      const { relaxed } = await rehearsal.search(group.normalized_query, { hits: 1 });
      const diagnosis = diagnose({
        query: group.normalized_query,
        typed: group.variants[0]!.query,
        known,
        titleWords: await similarWords(rehearsal, group.normalized_query),
        rescue: rescues.get(group.normalized_query) ?? null,
        soldBefore: sold.has(group.normalized_query),
        relaxed,
      });
      rows.push({
        ...group,
        cause: diagnosis.cause,
        suggested_action: inWords(group.normalized_query, diagnosis),
        advice: { code: diagnosis.advice, target: diagnosis.target },
        suggestion_id: suggested?.get(group.normalized_query) ?? null,
        estimated_value: [...perSession].map(([currency, amount]) => ({
          currency,
          amount: Math.round(amount * group.sessions * 100) / 100,
        })),
      });
    }
    return rows;
  }

  /** What is told of them, and what sessions found instead. */
  async #failures(
    tenant: TenantContext,
    period: Period,
    queries: readonly string[],
  ): Promise<{ groups: ReadonlyMap<string, FailedQuery>; rescues: ReadonlyMap<string, string> }> {
    const groups = await this.#read(tenant, period, (scope) => this.opportunities.failed(scope, queries));
    const recent = lastDays(period, RESCUE_DAYS);
    const rescues = await this.#read(tenant, recent, (scope) => rescuesOf(scope, queries));
    return { groups: new Map(groups.map((group) => [group.normalized_query, group])), rescues };
  }
}

/** Words of titles that begin like a word of the query. */
async function similarWords(rehearsal: Rehearsal, query: string): Promise<string[]> {
  const words = new Set<string>();
  for (const word of query.split(' ')) {
    if (word.length <= STEM) continue;
    const titles = await rehearsal.titles(word.slice(0, STEM), TITLES);
    for (const title of titles) for (const found of normalizeQuery(title).words) words.add(found);
    await setImmediate();
  }
  return [...words];
}

/** What a searching session brings on average, by currency: the tenant's own conversion rate times its order value. */
async function revenuePerSession(scope: Scope): Promise<Map<string, number>> {
  const { sessions } = await totals(scope);
  if (sessions === 0) return new Map();
  const earned = (await revenue(scope)).filter(({ attributed_amount }) => attributed_amount > 0);
  return new Map(earned.map(({ currency, attributed_amount }) => [currency, attributed_amount / sessions]));
}
