import { setImmediate as nextTurn } from 'node:timers/promises';
import { Injectable } from '@nestjs/common';
import { LRUCache } from 'lru-cache';
import type { EngineHit } from '../../../engine/port/index.ts';
import type { TenantContext } from '../../../kernel/tenant-context.ts';
import { normalizeQuery } from '../../../text/index.ts';
import type { LearnedBehaviour, LearnedQuery } from '../../behaviour/index.ts';
import { BehaviourReader } from '../../behaviour/index.ts';
import { CatalogIndexes } from '../../indexing/index.ts';
import { SearchPlanner } from '../search-planner.ts';
import { searchRequest } from '../search-request.ts';
import { SuggestionIndex } from './suggestion-index.ts';

export interface Suggestions {
  queries: { query: string; score: number }[];
  items: readonly EngineHit[];
}

/** Of those that could be suggested, how many are tried for results, as a multiple of what is asked for. */
const TRIED = 3;
/** Whether a query has results, by tenant and version of the catalogue; synonyms and rules may change it too. */
const REMEMBERED = 50_000;
const FOR = 60_000;

/** What a shopper who types may be looking for: queries of others, and items. */
@Injectable()
export class SuggestService {
  /** Made once for what was learned, and gone with it. */
  readonly #indexes = new WeakMap<LearnedBehaviour, SuggestionIndex>();
  readonly #hasResults = new LRUCache<string, boolean>({ max: REMEMBERED, ttl: FOR });

  constructor(
    private readonly behaviour: BehaviourReader,
    private readonly planner: SearchPlanner,
    private readonly indexes: CatalogIndexes,
  ) {}

  async suggest(tenant: TenantContext, typed: string, limit: number): Promise<Suggestions> {
    const { normalized, truncated } = normalizeQuery(typed);
    const learned = await this.behaviour.get(tenant);
    const prefix = normalized !== '' && /\s$/u.test(typed) ? `${normalized} ` : normalized;
    const candidates = truncated ? [] : this.#indexOf(learned).find(prefix, limit * TRIED);
    const queries = await this.#withResults(tenant, candidates, limit);
    const { hits } = await this.#search(tenant, typed, limit);
    return {
      queries: queries.map(({ query, asked }) => ({ query, score: Math.round(asked * 100) / 100 })),
      items: hits,
    };
  }

  #indexOf(learned: LearnedBehaviour): SuggestionIndex {
    let index = this.#indexes.get(learned);
    if (!index) this.#indexes.set(learned, (index = new SuggestionIndex(learned.queries)));
    return index;
  }

  async #withResults(
    tenant: TenantContext,
    candidates: readonly LearnedQuery[],
    limit: number,
  ): Promise<LearnedQuery[]> {
    const found: LearnedQuery[] = [];
    if (candidates.length === 0) return found;
    const { version } = await this.indexes.stats(tenant);
    for (const query of candidates) {
      const key = `${tenant.tenantId} ${version} ${query.normalized}`;
      let has = this.#hasResults.get(key);
      if (has === undefined) {
        has = (await this.#search(tenant, query.query, 1)).total > 0;
        this.#hasResults.set(key, has);
        // A search holds the event loop for up to some milliseconds.
        await nextTurn();
      }
      if (has) found.push(query);
      if (found.length === limit) break;
    }
    return found;
  }

  async #search(tenant: TenantContext, q: string, limit: number) {
    const { plan, learned } = await this.planner.plan(tenant, searchRequest({ q, per_page: limit }, 'query'));
    return this.indexes.search(tenant, plan.query, learned);
  }
}
