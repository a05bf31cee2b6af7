import { Injectable } from '@nestjs/common';
import type { Transaction } from '../../../platform/database/index.ts';
import { SearchRehearsal } from '../../search/index.ts';
import { Applier } from '../applier.ts';
import { Learner, type Learned } from '../learner.ts';
import { proposalsOf } from '../proposals.ts';
import { SynonymReconciler } from '../upkeep/synonym-reconciler.ts';
import { Upkeep } from '../upkeep/upkeep.ts';
import { RunEndings } from './run-endings.ts';
import { RunLedger } from './run-ledger.ts';
import type { Claim, RunState } from './runs.repository.ts';

/** Suggestions that a run judges, the surest first: a catalogue of a new shop may propose without end. */
const MAX_PROPOSALS = 2_000;

/** Carries out one claimed run. Every step may be done again: a run that was cut off starts anew and finds its traces. */
@Injectable()
export class RunWorker {
  constructor(
    private readonly learner: Learner,
    private readonly applier: Applier,
    private readonly upkeep: Upkeep,
    private readonly reconciler: SynonymReconciler,
    private readonly ledger: RunLedger,
    private readonly endings: RunEndings,
    private readonly rehearsals: SearchRehearsal,
  ) {}

  /** @throws LeaseLost, or what the signal was aborted with; the run is not over then. */
  async run(claim: Claim, signal: AbortSignal): Promise<void> {
    // A night goes through all shops: their indexes must not add up.
    const leaveIndex = this.rehearsals.borrow(claim.tenant);
    try {
      await this.#run(claim, signal);
    } finally {
      await leaveIndex();
    }
  }

  async #run(claim: Claim, signal: AbortSignal): Promise<void> {
    const learned = await this.learner.learn(claim, signal);
    const { settings } = learned;
    const store = await this.applier.propose(claim, proposalsOf(learned.candidates, MAX_PROPOSALS), settings, signal);
    signal.throwIfAborted();
    // Most nights have nothing to look after: what they store and their end are one transaction.
    const upkeep = await this.ledger.write(claim, async (tx, state) => {
      await store(tx, state);
      state.metrics.pairs_found -= learned.topicChanges;
      const plan = await this.upkeep.plan(tx, claim, settings);
      if (!plan) await this.#end(tx, claim, state, learned);
      return plan;
    });
    if (!upkeep) return;
    await this.upkeep.run(claim, upkeep, signal);
    await this.ledger.write(claim, (tx, state) => this.#end(tx, claim, state, learned));
  }

  async #end(tx: Transaction, claim: Claim, state: RunState, learned: Learned): Promise<void> {
    await this.reconciler.reconcileWith(tx, claim.tenant, state.metrics);
    this.endings.succeedWith(state, learned);
  }

  fail(claim: Claim, error: string): Promise<void> {
    return this.endings.fail(claim, error);
  }
}
