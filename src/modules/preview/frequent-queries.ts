import { setImmediate } from 'node:timers/promises';
import { Injectable } from '@nestjs/common';
import { ApiError } from '../../kernel/errors.ts';
import type { TenantContext } from '../../kernel/tenant-context.ts';
import { Database } from '../../platform/database/index.ts';
import { CatalogIndexes } from '../indexing/index.ts';
import { planSearch, searchRequest, type SearchKnowledge } from '../search/index.ts';
import { ReplayRepository, type FrequentQuery } from '../smart/index.ts';
import type { ChangedQueryResponse, FrequentResponse } from './dto/preview.requests.ts';

const DAYS = 14;
const QUERIES = 100;
const HITS = 10;
/** Milliseconds; a search takes about one. */
const TIME = 5_000;
/** At once, in this process: each holds the engine for a hundred searches, twice. */
const AT_ONCE = 2;

interface Answered {
  total: number;
  ids: readonly string[];
  redirect: string | null;
}

/** What drafts would do to what shoppers ask most. */
@Injectable()
export class FrequentQueries {
  #running = 0;

  constructor(
    private readonly database: Database,
    private readonly asked: ReplayRepository,
    private readonly indexes: CatalogIndexes,
  ) {}

  /** @throws ApiError `overloaded`, `engine_unavailable` */
  async compare(tenant: TenantContext, before: SearchKnowledge, after: SearchKnowledge): Promise<FrequentResponse> {
    if (this.#running >= AT_ONCE) throw new ApiError('overloaded', 'Other previews are running.', { retryAfter: 2 });
    this.#running++;
    try {
      const { now, settings } = before;
      const period = { from: now - DAYS * 86_400_000, to: now, zone: settings.timezone };
      const queries = await this.database.tenant(tenant, (tx) => this.asked.frequent(tx, tenant, period, QUERIES));
      return await this.#tryAll(tenant, queries, before, after);
    } finally {
      this.#running--;
    }
  }

  async #tryAll(
    tenant: TenantContext,
    queries: readonly FrequentQuery[],
    before: SearchKnowledge,
    after: SearchKnowledge,
  ): Promise<FrequentResponse> {
    const until = performance.now() + TIME;
    const rows: ChangedQueryResponse[] = [];
    const report = { queries: 0, searches: 0, changed: 0, changed_searches: 0, complete: true };
    for (const { query, searches } of queries) {
      if (performance.now() > until) {
        report.complete = false;
        break;
      }
      const change = changeOf(await this.#ask(tenant, query, before), await this.#ask(tenant, query, after));
      report.queries++;
      report.searches += searches;
      if (change) {
        report.changed++;
        report.changed_searches += searches;
        rows.push({ query, searches, ...change });
      }
      // Searches of shoppers get their turn.
      await setImmediate();
    }
    return { ...report, rows };
  }

  async #ask(tenant: TenantContext, q: string, knowledge: SearchKnowledge): Promise<Answered> {
    const plan = planSearch({ request: searchRequest({ q, per_page: HITS }, 'body'), ...knowledge });
    const { total, hits } = await this.indexes.search(tenant, plan.query, knowledge.learned);
    return { total, ids: hits.map(({ id }) => id), redirect: plan.outcome.redirect };
  }
}

function changeOf(before: Answered, after: Answered): Omit<ChangedQueryResponse, 'query' | 'searches'> | null {
  const moved = after.ids.filter((id, place) => id !== before.ids[place]).length;
  const gone = Math.max(0, before.ids.length - after.ids.length);
  const redirect_changed = before.redirect !== after.redirect;
  if (moved + gone === 0 && !redirect_changed) return null;
  return { total_before: before.total, total_after: after.total, moved: moved + gone, redirect_changed };
}
