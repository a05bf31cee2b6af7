import { setImmediate } from 'node:timers/promises';
import { Injectable, Optional } from '@nestjs/common';
import type { TenantContext } from '../../kernel/tenant-context.ts';
import { normalizeQuery } from '../../text/index.ts';
import { searchRequest, SearchService } from '../search/index.ts';
import type { OpportunitiesRequest, OpportunitiesResponse, OpportunityRow } from './dto/opportunities.dto.ts';
import { rescuesOf, type FailedQuery } from './failures.ts';
import { MetricsReader, type Rolled, type Scope } from './metrics.reader.ts';
import { OpportunitiesRepository } from './opportunities.repository.ts';
import { diagnose, inWords } from './opportunity.ts';
import { revenue, totals } from './overview.ts';
import { lastDays, type Period } from './period.ts';
import { SuggestionLookup } from './suggestion-lookup.ts';

/** Groups that are looked at, the most frequent ones: each is searched for anew. */
const MAX_GROUPS = 300;
/** How far back it is looked for what sessions said instead. */
const RESCUE_DAYS = 30;
/** Letters that a typo usually leaves alone. */
const STEM = 3;

const withFailures = ({ told }: Rolled): boolean => told;

interface Asked {
  total: number;
  relaxed: number;
  titles: string[];
}

/** Queries without results: why they have none, and what they may be worth. */
@Injectable()
export class OpportunitiesService {
  constructor(
    private readonly reader: MetricsReader,
    private readonly opportunities: OpportunitiesRepository,
    private readonly searches: SearchService,
    @Optional() private readonly suggestions?: SuggestionLookup,
  ) {}

  async group(tenant: TenantContext, request: OpportunitiesRequest): Promise<OpportunitiesResponse> {
    const period = await this.reader.period(tenant, request);
    const failed = await this.reader.read(
      tenant,
      period,
      undefined,
      (scope) => this.opportunities.failed(scope, request.min_count, MAX_GROUPS),
      withFailures,
    );
    const open: { group: FailedQuery; asked: Asked }[] = [];
    for (const group of failed) {
      const asked = await this.#ask(tenant, group.normalized_query);
      if (asked.total === 0) open.push({ group, asked });
      // A search holds the event loop for milliseconds; others must get their turn between two.
      await setImmediate();
    }
    const { limit, offset } = request;
    const page = open.slice(offset, offset + limit);
    const rows = await this.#explain(tenant, period, page);
    const { from, to } = period;
    return { from, to, total: open.length, resolved_since: failed.length - open.length, rows, limit, offset };
  }

  async #explain(
    tenant: TenantContext,
    period: Period,
    page: { group: FailedQuery; asked: Asked }[],
  ): Promise<OpportunityRow[]> {
    if (page.length === 0) return [];
    const queries = page.map(({ group }) => group.normalized_query);
    const { sold, known, perSession } = await this.reader.read(tenant, period, undefined, async (scope) => ({
      sold: await this.opportunities.soldBefore(scope, queries),
      known: await this.opportunities.knownQueries(scope),
      perSession: await revenuePerSession(scope),
    }));
    const rescued = lastDays(period, RESCUE_DAYS);
    const rescues = await this.reader.read(
      tenant,
      rescued,
      undefined,
      (scope) => rescuesOf(scope, queries),
      withFailures,
    );
    const suggested = await this.suggestions?.idsFor(tenant, queries);
    const rows: OpportunityRow[] = [];
    for (const { group, asked } of page) {
      const diagnosis = diagnose({
        query: group.normalized_query,
        typed: group.variants[0]!.query,
        known,
        titleWords: await this.#similarWords(tenant, group.normalized_query),
        rescue: rescues.get(group.normalized_query) ?? null,
        soldBefore: sold.has(group.normalized_query),
        relaxed: asked.relaxed,
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

  /** Words of titles that begin like a word of the query. */
  async #similarWords(tenant: TenantContext, query: string): Promise<string[]> {
    const words = new Set<string>();
    for (const word of query.split(' ')) {
      if (word.length <= STEM) continue;
      const { titles } = await this.#ask(tenant, word.slice(0, STEM));
      for (const title of titles) for (const found of normalizeQuery(title).words) words.add(found);
      await setImmediate();
    }
    return [...words];
  }

  async #ask(tenant: TenantContext, q: string): Promise<Asked> {
    const answer = JSON.parse(
      (await this.searches.search(tenant, searchRequest({ q, per_page: 20 }, 'body'))).toString('utf8'),
    ) as { total: number; total_relaxed: number; hits: { title: string }[] };
    return { total: answer.total, relaxed: answer.total_relaxed, titles: answer.hits.map(({ title }) => title) };
  }
}

/** What a searching session brings on average, by currency: the tenant's own conversion rate times its order value. */
async function revenuePerSession(scope: Scope): Promise<Map<string, number>> {
  const { sessions } = await totals(scope);
  if (sessions === 0) return new Map();
  const earned = (await revenue(scope)).filter(({ attributed_amount }) => attributed_amount > 0);
  return new Map(earned.map(({ currency, attributed_amount }) => [currency, attributed_amount / sessions]));
}
