import { Inject, Injectable } from '@nestjs/common';
import { CLOCK, type Clock } from '../../kernel/clock.ts';
import type { TenantContext } from '../../kernel/tenant-context.ts';
import { normalizeQuery } from '../../text/index.ts';
import { BehaviourReader, type LearnedBehaviour } from '../behaviour/index.ts';
import { CatalogIndexes } from '../indexing/index.ts';
import { RulesReader, type CompiledRules } from '../rules/index.ts';
import { CompiledSynonyms, SynonymsReader } from '../synonyms/index.ts';
import { SettingsReader, type TenantSettings } from '../tenants/index.ts';
import { planSearch, type SearchPlan } from './plan.ts';
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

interface RehearsalState {
  settings: TenantSettings;
  synonyms: CompiledSynonyms;
  rules: CompiledRules;
  learned: LearnedBehaviour;
  now: number;
}

/** Searches that nobody asked: the observer is not told, no use is noted. */
@Injectable()
export class SearchRehearsal {
  constructor(
    private readonly settings: SettingsReader,
    private readonly synonyms: SynonymsReader,
    private readonly rules: RulesReader,
    private readonly behaviour: BehaviourReader,
    private readonly indexes: CatalogIndexes,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  /** With the settings, synonyms and rules of this moment. */
  async open(tenant: TenantContext): Promise<Rehearsal> {
    const [settings, synonyms, rules, learned] = await Promise.all([
      this.settings.get(tenant),
      this.synonyms.get(tenant),
      this.rules.get(tenant),
      this.behaviour.get(tenant),
    ]);
    return new Rehearsal(tenant, { settings, synonyms, rules, learned, now: this.clock.now() }, this.indexes);
  }
}

export class Rehearsal {
  readonly #tenant: TenantContext;
  readonly #state: RehearsalState;
  readonly #indexes: CatalogIndexes;

  constructor(tenant: TenantContext, state: RehearsalState, indexes: CatalogIndexes) {
    this.#tenant = tenant;
    this.#state = state;
    this.#indexes = indexes;
  }

  /** Documents of the whole catalogue. @throws ApiError `engine_unavailable` */
  async documents(): Promise<number> {
    return (await this.#indexes.stats(this.#tenant)).documents;
  }

  /** Whether a query would be said in another way if these were in force. */
  concerns(q: string, extra: CompiledSynonyms): boolean {
    const { locale, typo_tolerance: typos } = this.#state.settings;
    return extra.expand({ words: normalizeQuery(q).words, locale, typos }).length > 0;
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
