import { Inject, Injectable, Logger, Optional } from '@nestjs/common';
import type { SearchResult } from '../../engine/port/index.ts';
import { CLOCK, type Clock } from '../../kernel/clock.ts';
import { newId } from '../../kernel/ids.ts';
import type { TenantContext } from '../../kernel/tenant-context.ts';
import { traced } from '../../platform/tracing/index.ts';
import { CatalogIndexes } from '../indexing/index.ts';
import { SynonymsReader } from '../synonyms/index.ts';
import { writeAnswer } from './answer.ts';
import type { SearchPlan } from './plan.ts';
import { SearchObserver } from './search-observer.ts';
import { SearchPlanner } from './search-planner.ts';
import type { SearchRequest } from './search-request.ts';

@Injectable()
export class SearchService {
  readonly #logger = new Logger('Search');

  constructor(
    private readonly planner: SearchPlanner,
    private readonly synonyms: SynonymsReader,
    private readonly indexes: CatalogIndexes,
    @Inject(CLOCK) private readonly clock: Clock,
    @Optional() private readonly observer?: SearchObserver,
  ) {}

  /** The answer as JSON in UTF-8. */
  async search(tenant: TenantContext, request: SearchRequest): Promise<Buffer> {
    const started = performance.now();
    const { plan, learned } = await this.planner.plan(tenant, request);
    const result = await traced('engine search', () => this.indexes.search(tenant, plan.query, learned));
    const queryId = newId();
    const tookMs = Math.round((performance.now() - started) * 10) / 10;
    const answer = writeAnswer({ queryId, request, plan, result, tookMs });
    this.synonyms.used(tenant, usedSynonyms(plan, result));
    this.#observe(tenant, request, plan, result, queryId);
    return answer;
  }

  #observe(tenant: TenantContext, request: SearchRequest, plan: SearchPlan, result: SearchResult, queryId: string) {
    if (!this.observer) return;
    try {
      this.observer.served({
        tenant,
        queryId,
        sessionId: request.sessionId,
        channel: request.channel,
        query: request.q,
        normalizedQuery: plan.typed.normalized,
        total: result.total,
        firstPosition: plan.query.offset + 1,
        itemIds: result.hits.map((hit) => hit.id),
        at: this.clock.now(),
      });
    } catch (error) {
      this.#logger.error({ err: error, msg: 'the observer of searches failed' });
    }
  }
}

function usedSynonyms(plan: SearchPlan, { synonymsUsed }: SearchResult): string[] {
  return synonymsUsed.flatMap((reference) => plan.synonyms.get(reference)?.id ?? []);
}
