import { Inject, Injectable } from '@nestjs/common';
import { CLOCK, type Clock } from '../../kernel/clock.ts';
import type { TenantContext } from '../../kernel/tenant-context.ts';
import type { Transaction } from '../../platform/database/index.ts';
import { normalizeQuery } from '../../text/index.ts';
import { LearnedSynonyms, type Synonym } from '../synonyms/index.ts';
import type { Suggestion } from './suggestion.ts';
import { SuggestionsRepository } from './suggestions.repository.ts';

/** Milliseconds for which a share of the sessions searches without a synonym that a run has applied. */
export const HOLDOUT = 14 * 86_400_000;

/** What a suggestion does to the search: a learned synonym, made and taken away in the transaction of the decision. */
@Injectable()
export class SynonymEffect {
  constructor(
    private readonly learned: LearnedSynonyms,
    private readonly suggestions: SuggestionsRepository,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  /**
   * `by` a run: a share of the sessions goes without for a while, and a word of several tokens never becomes another way
   * to say a single one, which no run may decide. @throws ApiError when the tenant has no room for another synonym
   */
  async apply(tx: Transaction, tenant: TenantContext, suggestion: Suggestion, by: 'run' | 'person'): Promise<Synonym> {
    const { suggested, failed, confidence, id } = suggestion;
    const oneWay = suggestion.direction === 'one_way' || (by === 'run' && isMultiToSingle(suggestion));
    const words = oneWay
      ? { type: 'one_way' as const, input: failed, terms: [suggested] }
      : { type: 'two_way' as const, input: null, terms: [failed, suggested] };
    const now = this.clock.now();
    const { synonym } = await this.learned.learn(tx, tenant, {
      ...words,
      locale: null,
      confidence,
      suggestion_id: id,
      held_back_until: by === 'run' ? new Date(now + HOLDOUT) : null,
    });
    suggestion.synonym_id = synonym.id;
    suggestion.applied_at = new Date(now);
    return synonym;
  }

  /** A synonym of a person or of another suggestion that says the same stays; one that another needs becomes that one's. */
  async remove(tx: Transaction, tenant: TenantContext, suggestion: Suggestion): Promise<void> {
    const { id, synonym_id: synonymId } = suggestion;
    suggestion.synonym_id = null;
    suggestion.applied_at = null;
    if (synonymId === null) return;
    const synonym = await this.learned.find(tx, tenant, synonymId);
    if (synonym?.suggestion_id !== id) return;
    const sharers = await this.suggestions.inForceBy(tx, tenant, synonymId);
    const heir = sharers.find((sharer) => sharer !== id);
    if (heir) await this.learned.handOver(tx, tenant, synonymId, heir);
    else await this.learned.remove(tx, tenant, synonymId);
  }

  find(tx: Transaction, tenant: TenantContext, id: string): Promise<Synonym | undefined> {
    return this.learned.find(tx, tenant, id);
  }
}

function isMultiToSingle({ original, target }: Suggestion): boolean {
  return tokensOf(original) > 1 && tokensOf(target) === 1;
}

export function tokensOf(normalized: string): number {
  return normalizeQuery(normalized).words.length;
}
