import { Injectable } from '@nestjs/common';
import type { SearchResult } from '../../engine/port/index.ts';
import type { TenantContext } from '../../kernel/tenant-context.ts';
import { normalizeQuery } from '../../text/index.ts';
import { CatalogIndexes } from '../indexing/index.ts';
import type { CompiledSynonyms } from '../synonyms/index.ts';
import { planSearch, type SearchPlan } from './plan.ts';
import { SearchPlanner, type SearchKnowledge } from './search-planner.ts';
import { searchRequest } from './search-request.ts';

/** What a search would answer, as far as learning and reports care. */
export interface RehearsedAnswer {
  /** Hits that match every word. */
  total: number;
  /** Hits that lack some. */
  relaxed: number;
  /** The first hits that match every word, in order. */
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

  /**
   * With more synonyms, if there are some, and so many hits: those that nobody looks at take longer to write out than to find.
   *
   * @throws ApiError `engine_unavailable`
   */
  async search(
    q: string,
    { extra, hits = HITS }: { extra?: CompiledSynonyms; hits?: number } = {},
  ): Promise<RehearsedAnswer> {
    const { plan, result } = await this.#ask(q, hits, extra);
    const ids = result.hits.filter(({ relaxed }) => !relaxed).map(({ id }) => id);
    return { total: result.total, relaxed: result.totalRelaxed, ids, redirect: plan.outcome.redirect };
  }

  /** Titles of the first hits, whatever they match. @throws ApiError `engine_unavailable` */
  async titles(q: string, hits: number): Promise<string[]> {
    const { result } = await this.#ask(q, hits);
    return result.hits.map(({ json }) => (JSON.parse(Buffer.from(json).toString('utf8')) as { title: string }).title);
  }

  async #ask(q: string, hits: number, extra?: CompiledSynonyms): Promise<{ plan: SearchPlan; result: SearchResult }> {
    const request = searchRequest({ q, per_page: hits }, 'body');
    const plan = planSearch({ request, ...this.#state, ...(extra && { extra }) });
    // By what the index knows of the items, be it newer than what this rehearsal began with: live searches need it there.
    return { plan, result: await this.#indexes.search(this.#tenant, plan.query) };
  }
}
