import { Module } from '@nestjs/common';
import { SuggestionLookup } from '../insights/index.ts';
import { ItemsModule } from '../items/index.ts';
import { SearchModule } from '../search/index.ts';
import { SynonymsModule } from '../synonyms/index.ts';
import { AiModule } from './ai/index.ts';
import { AiReview } from './ai-review.ts';
import { Applier } from './applier.ts';
import { CalibrationController } from './calibration/calibration.controller.ts';
import { CalibrationService } from './calibration/calibration.service.ts';
import { CatalogVersions } from './catalog-versions.ts';
import { Learner } from './learner.ts';
import { LearningModule } from './learning/index.ts';
import { ReplayRepository } from './replay/replay.repository.ts';
import { Replays } from './replay/replay.ts';
import { DueNights } from './runs/due-nights.ts';
import { RetentionJobs } from './retention.jobs.ts';
import { RunEndings } from './runs/run-endings.ts';
import { RunKeeper } from './runs/run-keeper.ts';
import { RunLedger } from './runs/run-ledger.ts';
import { RunRunner } from './runs/run-runner.ts';
import { RunWorker } from './runs/run-worker.ts';
import { RunsController } from './runs/runs.controller.ts';
import { RunsRepository } from './runs/runs.repository.ts';
import { RunsService } from './runs/runs.service.ts';
import { SmartTiming } from './runs/timing.ts';
import { StandingSuggestions } from './standing-suggestions.ts';
import { SuggestionsController } from './suggestions.controller.ts';
import { SuggestionsRepository } from './suggestions.repository.ts';
import { SuggestionsService } from './suggestions.service.ts';
import { SynonymEffect } from './synonym-effect.ts';
import { HoldoutReview } from './upkeep/holdout-review.ts';
import { SynonymReconciler } from './upkeep/synonym-reconciler.ts';
import { RetirementOfTargets } from './upkeep/retirement-of-targets.ts';
import { TargetReview } from './upkeep/target-review.ts';
import { UpkeepRepository } from './upkeep/upkeep.repository.ts';
import { Reopening } from './upkeep/reopening.ts';
import { Upkeep } from './upkeep/upkeep.ts';

/**
 * Learning from what shoppers did: nightly runs, suggestions, and what becomes of them.
 * Owns `smart_runs` and `smart_suggestions`. Sends and obeys the signals `smart-run` and `smart-run-cancelled`. Imported as
 * a global module, because reports name the suggestion about a query.
 */
@Module({
  imports: [ItemsModule, SearchModule, SynonymsModule, LearningModule, AiModule],
  controllers: [SuggestionsController, RunsController, CalibrationController],
  providers: [
    SuggestionsService,
    SuggestionsRepository,
    SynonymEffect,
    StandingSuggestions,
    { provide: SuggestionLookup, useExisting: StandingSuggestions },
    Learner,
    CatalogVersions,
    AiReview,
    Applier,
    Replays,
    ReplayRepository,
    Upkeep,
    UpkeepRepository,
    Reopening,
    TargetReview,
    RetirementOfTargets,
    HoldoutReview,
    SynonymReconciler,
    RunsService,
    RunsRepository,
    RunRunner,
    RunKeeper,
    RunWorker,
    RunEndings,
    RunLedger,
    DueNights,
    SmartTiming,
    CalibrationService,
    RetentionJobs,
  ],
  exports: [ReplayRepository, RunsService, RunRunner, SuggestionLookup, SuggestionsService],
})
export class SmartModule {}
