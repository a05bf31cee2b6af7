import { Inject, Injectable } from '@nestjs/common';
import { CLOCK, type Clock } from '../../kernel/clock.ts';
import { newId } from '../../kernel/ids.ts';
import type { TenantContext } from '../../kernel/tenant-context.ts';
import { CatalogIndexes } from '../indexing/index.ts';
import {
  planSearch,
  SearchPlanner,
  searchRequest,
  writeAnswer,
  type SearchKnowledge,
  type SearchRequest,
} from '../search/index.ts';
import { SuggestionsService } from '../smart/index.ts';
import { hypothetical } from '../synonyms/index.ts';
import { readDrafts, withDrafts, type Drafts } from './drafts.ts';
import type { PreviewRequest } from './dto/preview.requests.ts';
import { FrequentQueries } from './frequent-queries.ts';

/** Searches by people who decide, not by shoppers: nobody is told of them, and nothing is learned from them. */
@Injectable()
export class PreviewService {
  constructor(
    private readonly planner: SearchPlanner,
    private readonly indexes: CatalogIndexes,
    private readonly suggestions: SuggestionsService,
    private readonly frequent: FrequentQueries,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  /** `{ before, after, frequent }` as JSON in UTF-8: the answers copy documents as bytes. */
  async preview(tenant: TenantContext, body: PreviewRequest): Promise<Buffer> {
    const drafts = readDrafts(body.rules, body.synonyms, this.clock.now());
    const words = body.suggestion_id === undefined ? null : await this.#suggested(tenant, body.suggestion_id, drafts);
    const { q = words ?? '', channel, locale, per_page } = body;
    const raw = { q, per_page, explain: true, ...(channel && { channel }), ...(locale && { locale }) };
    const request = searchRequest(raw, 'body');
    const before = await this.planner.knowledge(tenant);
    const after = withDrafts(before, drafts);
    const answers = [await this.#answer(tenant, request, before), await this.#answer(tenant, request, after)] as const;
    const frequent = body.queries === 'frequent' ? await this.frequent.compare(tenant, before, after) : null;
    return Buffer.concat([
      Buffer.from('{"before":'),
      answers[0],
      Buffer.from(',"after":'),
      answers[1],
      Buffer.from(`,"frequent":${JSON.stringify(frequent)}}`),
    ]);
  }

  /** Adds the suggestion's synonym to the drafts; the words that failed. */
  async #suggested(tenant: TenantContext, id: string, drafts: Drafts): Promise<string> {
    const { failed, original, target, direction, synonym_id } = await this.suggestions.read(tenant, id);
    const said =
      direction === 'two_way'
        ? { type: direction, input: null, terms: [original, target], locale: null }
        : { type: direction, input: original, terms: [target], locale: null };
    drafts.synonyms.push({ ...hypothetical(said), id: synonym_id ?? newId() });
    return failed;
  }

  async #answer(tenant: TenantContext, request: SearchRequest, knowledge: SearchKnowledge): Promise<Buffer> {
    const started = performance.now();
    const plan = planSearch({ request, ...knowledge });
    const result = await this.indexes.search(tenant, plan.query, knowledge.learned);
    const tookMs = Math.round((performance.now() - started) * 10) / 10;
    return writeAnswer({ queryId: newId(), request, plan, result, tookMs });
  }
}
