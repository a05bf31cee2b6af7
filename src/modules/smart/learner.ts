import { Injectable } from '@nestjs/common';
import { Database } from '../../platform/database/index.ts';
import type { TenantSettings } from '../tenants/index.ts';
import { AiReview } from './ai-review.ts';
import { CatalogVersions } from './catalog-versions.ts';
import {
  catalogueCandidates,
  EvidenceGatherer,
  isOfWindow,
  score,
  ScoringContextReader,
  type Candidate,
} from './learning/index.ts';
import { RunLedger } from './runs/run-ledger.ts';
import type { Claim } from './runs/runs.repository.ts';

export interface Learned {
  candidates: Candidate[];
  /** The catalogue that was looked through for itself; null when it had not changed. */
  catalogVersion: number | null;
  /** Of the pairs that its evidence counts, those that are none: shoppers turned to another topic. */
  topicChanges: number;
  /** What the run had to do without, for the merchant. */
  warning: string | null;
}

/** What a run knows: from searches, from the catalogue when it changed, and with a second opinion where there is one. */
@Injectable()
export class Learner {
  constructor(
    private readonly database: Database,
    private readonly evidence: EvidenceGatherer,
    private readonly contexts: ScoringContextReader,
    private readonly review: AiReview,
    private readonly catalogs: CatalogVersions,
    private readonly ledger: RunLedger,
  ) {}

  async learn(claim: Claim, settings: TenantSettings, signal: AbortSignal): Promise<Learned> {
    const { pairs, catalogVersion, context } = await this.#read(claim, settings, signal);
    signal.throwIfAborted();
    if (!context) return { candidates: [], catalogVersion, topicChanges: 0, warning: null };
    let topicChanges = 0;
    const scored = await score(pairs, context, (pair) => {
      if (isOfWindow(pair, claim.run.window)) topicChanges++;
    });
    const fromSearches = await this.review.review(claim, settings, scored, signal);
    const fromCatalogue = catalogVersion === null ? [] : await catalogueCandidates(context);
    return {
      candidates: [...fromSearches.candidates, ...fromCatalogue],
      catalogVersion,
      topicChanges,
      warning: fromSearches.warning,
    };
  }

  /**
   * What shoppers did, the catalogue when there is something to judge, and that the run has read it, in one transaction. It
   * holds the run at its end only: a day may be long.
   */
  #read({ tenant, run }: Claim, settings: TenantSettings, signal: AbortSignal) {
    const { locale, smart_max_query_length: maxQueryLength } = settings;
    return this.database.tenant(tenant, async (tx) => {
      const { pairs, counts, snapshot } = await this.evidence.gather(tenant, run.window, {
        maxQueryLength,
        locale,
        signal,
      });
      const catalogVersion = await this.catalogs.changed(tx, tenant);
      const isNothing = pairs.length === 0 && catalogVersion === null;
      const context = isNothing ? null : await this.contexts.read(tenant, pairs, { locale });
      signal.throwIfAborted();
      await this.ledger.write({ tenant, run }, async (_, state) => {
        Object.assign(state.metrics, counts);
        state.readSnapshot = snapshot;
      });
      return { pairs, catalogVersion, context };
    });
  }
}
