import { setImmediate as nextTurn } from 'node:timers/promises';
import { Injectable } from '@nestjs/common';
import { isJsonObject, type JsonValue } from '../../kernel/json.ts';
import type { TenantContext } from '../../kernel/tenant-context.ts';
import { Database, type Transaction } from '../../platform/database/index.ts';
import { LeaseLost } from '../../platform/jobs/index.ts';
import type { Validators } from '../../platform/outbound/index.ts';
import { SourceItems } from '../items/index.ts';
import { IndexingService, type PushedDocument, type PushResult } from '../indexing/index.ts';
import { advance, urlOf, type ListingState, type PageOutcome } from './listing/listing.ts';
import type { ReadPage } from './page-reader.ts';
import { PagesRepository, type StoredPage } from './pages.repository.ts';
import { MAX_SYNC_ERRORS, syncError, type ClaimedSync, type SyncCounts, type SyncError } from './sync.ts';
import type { SyncPlan } from './sync-plan.ts';
import { SyncsRepository } from './syncs.repository.ts';

/** One sync at work: whose, what, and where it stands. */
export interface SyncWork {
  tenant: TenantContext;
  sync: ClaimedSync;
  plan: SyncPlan;
}

interface Written {
  counts: SyncCounts;
  ids: string[];
  unnamed: number;
  errors: SyncError[];
  /** Of the catalogue, at which all of it was as written; an earlier one when others wrote between its transactions. */
  version: number | null;
}

/** Documents a transaction. As many as a push may have would take 25 MiB more of memory at a sync's peak. */
const CHUNK = 250;
const MAX_VALIDATOR = 1_024;

/**
 * Writes pages to the catalogue. The last transaction of a page holds the progress of its sync too: after a crash a page that
 * is not whole is written again, and what is in already is found unchanged.
 */
@Injectable()
export class PageWriter {
  constructor(
    private readonly database: Database,
    private readonly indexing: IndexingService,
    private readonly syncs: SyncsRepository,
    private readonly pages: PagesRepository,
    private readonly items: SourceItems,
  ) {}

  /** What an earlier sync has read at this place, when nothing of it has changed here since. */
  earlier({ tenant, sync, plan }: SyncWork, state: ListingState): Promise<StoredPage | null> {
    return this.database.tenant(tenant, async (tx) => {
      const page = await this.pages.findEarlier(tx, tenant, this.#key(sync, plan, state));
      if (!page || !(page.etag ?? page.lastModified ?? page.digest)) return null;
      const same = await this.items.untouched(tx, tenant, plan.connector.source, page.outcome.ids, page.version);
      return same ? page : null;
    });
  }

  /** @throws LeaseLost */
  async store(work: SyncWork, state: ListingState, page: ReadPage): Promise<ListingState> {
    const { tenant, sync, plan } = work;
    const documents = await mapped(page.items, plan);
    let written = nothing(page.items.length);
    let from = 0;
    for (; documents.length - from > CHUNK; from += CHUNK) {
      const [before, chunk] = [written, documents.slice(from, from + CHUNK)];
      written = await this.#holding(work, (tx) => this.#push(tx, work, state, page, chunk, before));
    }
    return this.#holding(work, async (tx) => {
      const all = await this.#push(tx, work, state, page, documents.slice(from), written);
      const { cursor, link, total } = page;
      const outcome = { count: page.items.length, ids: [...new Set(all.ids)], cursor, link, total };
      const next = await this.#advance(tx, work, state, outcome, all);
      const stored: StoredPage = { outcome, version: all.version ?? 0, ...validatorsOf(page, all) };
      await this.pages.store(tx, tenant, this.#key(sync, plan, state), stored);
      return next;
    });
  }

  /** A page that the merchant says is as it was. */
  keep(work: SyncWork, state: ListingState, page: StoredPage, now: Validators): Promise<ListingState> {
    const { tenant, sync, plan } = work;
    const { outcome } = page;
    return this.#holding(work, async (tx) => {
      const written = nothing(outcome.count);
      written.ids = outcome.ids;
      written.counts.unchanged = outcome.ids.length;
      const next = await this.#advance(tx, work, state, outcome, written);
      const { etag, lastModified } = validatorsOf(now, written);
      const kept = { ...page, etag: etag ?? page.etag, lastModified: lastModified ?? page.lastModified };
      await this.pages.store(tx, tenant, this.#key(sync, plan, state), kept);
      return next;
    });
  }

  /** What went wrong with a page that brought nothing. */
  note(work: SyncWork, listing: ListingState, errors: SyncError[]): Promise<void> {
    const counts = { pages: 0, items: 0, created: 0, updated: 0, unchanged: 0, failed: 0 };
    return this.#holding(work, (tx) =>
      this.syncs.advance(tx, work.tenant, work.sync.id, { ...counts, listing, errors }),
    );
  }

  #key(sync: ClaimedSync, plan: SyncPlan, state: ListingState) {
    const url = urlOf(state.position!, plan.config);
    return {
      connectorId: sync.connectorId,
      syncId: sync.id,
      number: state.asked + 1,
      url,
      fingerprint: plan.fingerprint,
    };
  }

  #holding<T>({ tenant, sync }: SyncWork, write: (tx: Transaction) => Promise<T>): Promise<T> {
    return this.database.tenant(tenant, async (tx) => {
      if (!(await this.syncs.holds(tx, tenant, sync))) throw new LeaseLost();
      return write(tx);
    });
  }

  /** What was written before, and this. Changes nothing of its arguments: a transaction may run twice. */
  async #push(
    tx: Transaction,
    { tenant, plan }: SyncWork,
    state: ListingState,
    page: ReadPage,
    documents: readonly Listed[],
    before: Written,
  ): Promise<Written> {
    const known = await this.items.version(tx, tenant);
    const answer = await this.indexing.push(
      tenant,
      plan.connector.source,
      documents.map(({ document }) => document),
    );
    // Without a write there was no lock: what others wrote while we compared is newer than what we know.
    const version = answer.version > known && answer.results.some(isWrite) ? answer.version : known;
    // What others wrote between two transactions of a page may be of the part that was written before.
    const alone = before.version === null || (before.version === known && version <= known + 1);
    return sum({ ...before, version: alone ? version : before.version }, answer, (result) => {
      const index = documents[result.position]!.index;
      return itemError(result, { page: state.asked + 1, index, dataPath: page.dataPath }, plan);
    });
  }

  async #advance(
    tx: Transaction,
    { tenant, sync }: SyncWork,
    before: ListingState,
    outcome: PageOutcome,
    { counts, unnamed, errors, ids }: Written,
  ): Promise<ListingState> {
    const { state, doubt } = advance(before, outcome);
    const listing = { ...state, unnamed: state.unnamed + unnamed };
    const told = doubt ? [...errors, doubt] : errors;
    await this.syncs.advance(tx, tenant, sync.id, { ...counts, listing, errors: told });
    await this.syncs.spareHeld(tx, tenant, sync.connectorId, ids);
    return listing;
  }
}

/** A document with its place in the merchant's list. */
interface Listed {
  index: number;
  document: unknown;
}

/** An item that says it is deleted counts as not listed: only the end of the listing removes, and only from the own source. */
async function mapped(items: readonly JsonValue[], { map }: SyncPlan): Promise<Listed[]> {
  const documents: Listed[] = [];
  for (const [index, item] of items.entries()) {
    if (index > 0 && index % CHUNK === 0) await nextTurn();
    const document = map ? map(item) : item;
    if (!(isJsonObject(document) && document.deleted === true)) documents.push({ index, document });
  }
  return documents;
}

function nothing(items: number): Written {
  const counts = { pages: 1, items, created: 0, updated: 0, unchanged: 0, failed: 0 };
  return { counts, ids: [], unnamed: 0, errors: [], version: null };
}

const isWrite = ({ status }: PushedDocument): boolean => status === 'created' || status === 'updated';

function sum(before: Written, answer: PushResult, errorOf: (result: PushedDocument) => SyncError): Written {
  const counts = { ...before.counts };
  const written = { ...before, counts, ids: [...before.ids], errors: [...before.errors] };
  for (const result of answer.results) {
    if (result.id === null) written.unnamed++;
    else written.ids.push(result.id);
    if (result.status === 'failed') {
      counts.failed++;
      if (written.errors.length < MAX_SYNC_ERRORS) written.errors.push(errorOf(result));
    } else if (result.status === 'created' || result.status === 'updated' || result.status === 'unchanged') {
      counts[result.status]++;
    }
  }
  return written;
}

/** With the place where the value stands in the merchant's answer, so that it can be mended there. */
function itemError(
  { id, error }: PushedDocument,
  { page, index, dataPath }: { page: number; index: number; dataPath: string },
  { config }: SyncPlan,
): SyncError {
  const field = (error?.field ?? '').split('/').slice(3);
  const place = config.mapping?.[field.join('.')] ?? config.mapping?.[field[0] ?? ''] ?? field.join('.');
  const path = [dataPath, String(index), place].filter((part) => part !== '').join('.');
  return syncError(error?.code ?? 'invalid', error?.message ?? 'It is no valid document.', { page, path, item_id: id });
}

/** Not of a page with failed items: they must be read again. A date of a moment ago may hide a later change. */
function validatorsOf(page: Validators, { counts }: Written): Validators {
  const usable = (text: string | null): string | null =>
    counts.failed === 0 && text !== null && text.length <= MAX_VALIDATOR ? text : null;
  const settled = Date.now() - Date.parse(page.lastModified ?? '') > 2_000;
  return {
    etag: usable(page.etag),
    lastModified: settled ? usable(page.lastModified) : null,
    digest: usable(page.digest),
  };
}
