import { Injectable } from '@nestjs/common';
import { newId } from '../../kernel/ids.ts';
import { LeaseLost } from '../../platform/jobs/index.ts';
import { UnreadableCredentials } from './credentials.ts';
import { skipPage, startListing, urlOf, type ListingState } from './listing/listing.ts';
import { PageReader, type LostPage } from './page-reader.ts';
import { PageWriter, type SyncWork } from './page-writer.ts';
import { SyncEnding } from './sync-ending.ts';
import { SyncPlans, type SyncPlan } from './sync-plan.ts';
import { syncError } from './sync.ts';
import type { Claim } from './syncs.repository.ts';
import { ConnectorTiming } from './timing.ts';

/** Times a sync may be taken up: what brings down a process again and again must end. */
const MAX_TAKEUPS = 20;

/** Carries out one claimed sync, from where it stands to its end. */
@Injectable()
export class SyncWorker {
  constructor(
    private readonly plans: SyncPlans,
    private readonly reader: PageReader,
    private readonly writer: PageWriter,
    private readonly ending: SyncEnding,
    private readonly timing: ConnectorTiming,
  ) {}

  /** @throws LeaseLost, or what the signal was aborted with; the sync is not over then. */
  async run({ tenant, sync }: Claim, signal: AbortSignal): Promise<void> {
    if (sync.fence > MAX_TAKEUPS) return this.#fail({ tenant, sync }, 'interrupted', 'It was interrupted too often.');
    let plan: SyncPlan | null;
    try {
      plan = await this.plans.of(tenant, sync.connectorId);
    } catch (error) {
      if (error instanceof UnreadableCredentials) {
        return this.#fail({ tenant, sync }, 'credentials_unreadable', error.message);
      }
      throw error;
    }
    if (!plan) throw new LeaseLost();
    const { enabled, paused_at } = plan.connector;
    if (sync.trigger !== 'manual' && (!enabled || paused_at)) {
      return this.ending.skip(tenant, sync, enabled ? 'The connector is paused.' : 'The connector is switched off.');
    }
    await this.#list({ tenant, sync, plan }, signal);
  }

  /** For what nobody foresaw: told to the merchant by the number under which it is logged. */
  async giveUp(claim: Claim): Promise<string> {
    const reference = newId();
    await this.#fail(claim, 'internal_error', `Something failed on our side; it is logged as ${reference}.`);
    return reference;
  }

  async #list(work: SyncWork, signal: AbortSignal): Promise<void> {
    const resumable = work.sync.listing?.plan === planOf(work.plan) ? work.sync.listing : null;
    let state: ListingState = resumable ?? { ...startListing(work.plan.config), plan: planOf(work.plan) };
    let retryAfter: number | null = null;
    let storedAt = performance.now();
    while (state.position) {
      const patience = AbortSignal.timeout(
        Math.max(0, Math.ceil(this.timing.patience - (performance.now() - storedAt))),
      );
      const read = await this.#read(work, state, AbortSignal.any([signal, patience])).catch((error: unknown) => {
        signal.throwIfAborted();
        if (patience.aborted) return outOfPatience;
        throw error;
      });
      if ('position' in read) {
        state = read;
        storedAt = performance.now();
        continue;
      }
      const page = state.asked + 1;
      const next = skipPage(state, work.plan.config);
      state = read.final ? { ...next, position: null } : next;
      retryAfter = read.retryAfter ?? retryAfter;
      await this.writer.note(work, state, [syncError(read.code, read.message, { page })]);
    }
    await this.ending.finish(work.tenant, work.sync, { listing: state, errors: [], retryAfter });
  }

  /** The state after the page, or why it could not be read. */
  async #read(work: SyncWork, state: ListingState, signal: AbortSignal): Promise<ListingState | LostPage> {
    const { config, credentials } = work.plan;
    const earlier = await this.writer.earlier(work, state);
    const wanted = { url: urlOf(state.position!, config), config, credentials, validators: earlier, signal };
    const read = await this.reader.read(wanted);
    if (read.kind === 'lost') return read;
    if (read.kind === 'page') return this.writer.store(work, state, read);
    return this.writer.keep(work, state, earlier!, read);
  }

  #fail({ tenant, sync }: Claim, code: string, message: string): Promise<void> {
    return this.ending.finish(tenant, sync, { listing: null, errors: [syncError(code, message)], retryAfter: null });
  }
}

/** A listing is gone on with only as it was begun. */
const planOf = ({ fingerprint }: SyncPlan): string => fingerprint.toString('base64url');

const outOfPatience: LostPage = {
  kind: 'lost',
  code: 'no_progress',
  message: 'No page could be read for ten minutes.',
  final: true,
  retryAfter: null,
};
