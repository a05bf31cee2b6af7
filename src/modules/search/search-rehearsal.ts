import { Injectable } from '@nestjs/common';
import type { TenantContext } from '../../kernel/tenant-context.ts';
import { normalizeQuery } from '../../text/index.ts';
import { CatalogIndexes } from '../indexing/index.ts';
import type { CompiledSynonyms } from '../synonyms/index.ts';
import { planSearch, type SearchPlan } from './plan.ts';
import { SearchPlanner, type SearchKnowledge } from './search-planner.ts';
import { searchRequest } from './search-request.ts';

/** What a search would answer, as far as learning cares. */
export interface RehearsedAnswer {
  /** Hits that match every word. */
  total: number;
  /** Those of them among the first ten, in order. */
  ids: readonly string[];
  redirect: string | null;
}

const HITS = 10;

/** Searches that nobody asked: the observer is not told, no use is noted. */
@Injectable()
export class SearchRehearsal {
  constructor(
    private readonly planner: SearchPlanner,
    private readonly indexes: CatalogIndexes,
  ) {}

  /** While rehearsals of a tenant go on: an index that was not in memory before leaves it again when the answer is called. */
  borrow(tenant: TenantContext): () => Promise<void> {
    return this.indexes.borrow(tenant);
  }

  /** With the settings, synonyms and rules of this moment. */
  async open(tenant: TenantContext): Promise<Rehearsal> {
    return new Rehearsal(tenant, await this.planner.knowledge(tenant), this.indexes);
  }
}

export class Rehearsal {
  readonly #tenant: TenantContext;
  readonly #state: SearchKnowledge;
  readonly #indexes: CatalogIndexes;

  constructor(tenant: TenantContext, state: SearchKnowledge, indexes: CatalogIndexes) {
    this.#tenant = tenant;
    this.#state = state;
    this.#indexes = indexes;
  }

  /** Documents of the whole catalogue. @throws ApiError `engine_unavailable` */
  async documents(): Promise<number> {
    return (await this.#indexes.stats(this.#tenant)).documents;
  }

  /** Whether a query of these words (`normalizeQuery`) would be said in another way if these were in force. */
  concerns(words: readonly string[], extra: CompiledSynonyms): boolean {
    const { locale, typo_tolerance: typos } = this.#state.settings;
    return extra.expand({ words, locale, typos }).length > 0;
  }

  /** Whether the tenant's synonyms already say `target` when exactly `original` is asked for. Both normalised. */
  says(original: string, target: string): boolean {
    const words = normalizeQuery(original).words;
    const whole = { from: 0, to: words.length, said: normalizeQuery(target).words.join(' ') };
    return this.#state.synonyms
      .expand({ words, locale: this.#state.settings.locale, typos: false })
      .some(
        ({ from, to, replacement }) => from === whole.from && to === whole.to && replacement.join(' ') === whole.said,
      );
  }

  /** @throws ApiError `engine_unavailable` */
  async search(q: string, extra?: CompiledSynonyms): Promise<RehearsedAnswer> {
    const plan = this.#plan(q, extra);
    // By what the index knows of the items, be it newer than what this rehearsal began with: live searches need it there.
    const { total, hits } = await this.#indexes.search(this.#tenant, plan.query);
    const ids = hits.filter(({ relaxed }) => !relaxed).map(({ id }) => id);
    return { total, ids, redirect: plan.outcome.redirect };
  }

  #plan(q: string, extra?: CompiledSynonyms): SearchPlan {
    const request = searchRequest({ q, per_page: HITS }, 'body');
    return planSearch({ request, ...this.#state, ...(extra && { extra }) });
  }
}
