import type { ListingState } from './listing/listing.ts';

export const SYNC_TRIGGERS = ['schedule', 'manual', 'retry'] as const;
export type SyncTrigger = (typeof SYNC_TRIGGERS)[number];
export const SYNC_STATUSES = ['queued', 'running', 'succeeded', 'partial', 'failed', 'skipped'] as const;
export type SyncStatus = (typeof SYNC_STATUSES)[number];

/** Something that went wrong, with its place: the page, the path in the page, the item. */
export interface SyncError {
  page: number | null;
  path: string | null;
  item_id: string | null;
  code: string;
  message: string;
}

export const MAX_SYNC_ERRORS = 50;

export interface SyncCounts {
  pages: number;
  items: number;
  created: number;
  updated: number;
  unchanged: number;
  failed: number;
}

/** One synchronisation as callers see it. */
export interface Sync extends SyncCounts {
  id: string;
  connector_id: string;
  trigger: SyncTrigger;
  status: SyncStatus;
  queued_at: Date;
  started_at: Date | null;
  finished_at: Date | null;
  removed: number;
  held_removals: number;
  truncated: boolean;
  next_sync_at: Date | null;
  errors: SyncError[];
}

/** A sync that this process may work on until its lease ends; each of its writes proves that by `fence`. */
export interface ClaimedSync {
  id: string;
  connectorId: string;
  trigger: SyncTrigger;
  /** How often the sync was taken up, this time included. */
  fence: number;
  /** Where the process before stopped; null at the start. */
  listing: ListingState | null;
}

export const syncError = (code: string, message: string, at: Partial<SyncError> = {}): SyncError => ({
  page: null,
  path: null,
  item_id: null,
  ...at,
  code,
  message,
});
