import { Injectable } from '@nestjs/common';
import { Database } from '../../platform/database/index.ts';
import { SettingsReader, type TenantSettings } from '../tenants/index.ts';
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
  /** Those that it was learned by. */
  settings: TenantSettings;
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
    private readonly settings: SettingsReader,
    private readonly evidence: EvidenceGatherer,
    private readonly contexts: ScoringContextReader,
    private readonly review: AiReview,
    private readonly catalogs: CatalogVersions,
    private readonly ledger: RunLedger,
  ) {}

  async learn(claim: Claim, signal: AbortSignal): Promise<Learned> {
    const { settings, pairs, catalogVersion, context } = await this.#read(claim, signal);
    signal.throwIfAborted();
    if (!context) return { settings, candidates: [], catalogVersion, topicChanges: 0, warning: null };
    let topicChanges = 0;
    const scored = await score(pairs, context, (pair) => {
      if (isOfWindow(pair, claim.run.window)) topicChanges++;
    });
    const fromSearches = await this.review.review(claim, settings, scored, signal);
    const fromCatalogue = catalogVersion === null ? [] : await catalogueCandidates(context);
    return {
      settings,
      candidates: [...fromSearches.candidates, ...fromCatalogue],
      catalogVersion,
      topicChanges,
      warning: fromSearches.warning,
    };
  }

  /**
   * The settings, what shoppers did, the catalogue when there is something to judge, and that the run has read it, in one
   * transaction. It holds the run at its end only: a day may be long.
   */
  #read({ tenant, run }: Claim, signal: AbortSignal) {
    return this.database.tenant(tenant, async (tx) => {
      const [settings, catalogVersion] = await Promise.all([
        this.settings.get(tenant),
        this.catalogs.changed(tx, tenant),
      ]);
      const { locale, smart_max_query_length: maxQueryLength } = settings;
      const { pairs, counts, snapshot } = await this.evidence.gather(tenant, run.window, {
        maxQueryLength,
        locale,
        signal,
      });
      const isNothing = pairs.length === 0 && catalogVersion === null;
      const context = isNothing ? null : await this.contexts.read(tenant, pairs, { locale });
      signal.throwIfAborted();
      await this.ledger.write({ tenant, run }, async (_, state) => {
        Object.assign(state.metrics, counts);
        state.readSnapshot = snapshot;
      });
      return { settings, pairs, catalogVersion, context };
    });
  }
}
