import { Inject, Injectable } from '@nestjs/common';
import { CLOCK, type Clock } from '../../kernel/clock.ts';
import type { TenantContext } from '../../kernel/tenant-context.ts';
import { BehaviourReader, type LearnedBehaviour } from '../behaviour/index.ts';
import { RulesReader } from '../rules/index.ts';
import { SynonymsReader } from '../synonyms/index.ts';
import { SettingsReader, type TenantSettings } from '../tenants/index.ts';
import { planSearch, type PlanInput, type SearchPlan } from './plan.ts';
import type { SearchRequest } from './search-request.ts';

export interface PlannedSearch {
  plan: SearchPlan;
  learned: LearnedBehaviour;
}

/** All that a tenant has taught the search, and its shoppers have shown, at one moment. */
export interface SearchKnowledge extends Omit<PlanInput, 'request'> {
  settings: TenantSettings;
}

/** What the engine is asked, from all that the tenant has taught the search and its shoppers have shown. */
@Injectable()
export class SearchPlanner {
  constructor(
    private readonly settings: SettingsReader,
    private readonly synonyms: SynonymsReader,
    private readonly rules: RulesReader,
    private readonly behaviour: BehaviourReader,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  async plan(tenant: TenantContext, request: SearchRequest): Promise<PlannedSearch> {
    const knowledge = await this.knowledge(tenant);
    return { plan: planSearch({ request, ...knowledge }), learned: knowledge.learned };
  }

  async knowledge(tenant: TenantContext): Promise<SearchKnowledge> {
    const [settings, synonyms, rules, learned] = await Promise.all([
      this.settings.get(tenant),
      this.synonyms.get(tenant),
      this.rules.get(tenant),
      this.behaviour.get(tenant),
    ]);
    return { settings, synonyms, rules, learned, now: this.clock.now() };
  }
}
