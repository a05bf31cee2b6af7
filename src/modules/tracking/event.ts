import { createHash } from 'node:crypto';
import type { TenantContext } from '../../kernel/tenant-context.ts';
import type { Channel } from '../rules/index.ts';

/** The three outcomes that a frontend reports (section 3 of the contract). */
export const EVENT_KINDS = ['search', 'click', 'conversion'] as const;
export type EventKind = (typeof EVENT_KINDS)[number];

export const EVENT_LIMITS = {
  query: 512,
  itemId: 512,
  orderId: 128,
  acceptLanguage: 255,
  /** Of PostgreSQL's integer. */
  count: 2_147_483_647,
  /** Milliseconds: a clock further off tells nothing about when something happened. */
  oldest: 30 * 86_400_000,
  newest: 3_600_000,
} as const;

export interface TrackedEvent {
  tenant: TenantContext;
  id: string;
  /** False when we made the id ourselves: there is nothing to recognise a repeat by. */
  named: boolean;
  sessionId: string;
  queryId: string | null;
  /** Milliseconds since 1970. */
  at: number;
  receivedAt: number;
  ipHash: Buffer | null;
  /** The tenant's clock, and the local days by it whose reports this event may change. */
  zone: string;
  days: readonly string[];
}

export interface SearchEvent extends TrackedEvent {
  query: string;
  normalizedQuery: string;
  resultsCount: number;
  channel: Channel;
  acceptLanguage: string | null;
}

export interface ClickEvent extends TrackedEvent {
  query: string;
  normalizedQuery: string;
  itemId: string;
  position: number;
  channel: Channel | null;
}

export interface ConversionEvent extends TrackedEvent {
  itemId: string;
  orderId: string;
  /** A decimal as text: it never becomes a binary float. */
  revenue: string;
  currency: string;
  quantity: number;
  verified: boolean;
}

/** What became of an event, once its transaction has committed. */
export interface Outcome {
  status: 'accepted' | 'duplicate';
  eventId: string;
}

/** A stable UUID for a text: the same text is the same event, on every process. Marked as version 8 (RFC 9562). */
export function uuidOf(...parts: string[]): string {
  const bytes = createHash('sha256').update(JSON.stringify(parts)).digest().subarray(0, 16);
  bytes[6] = (bytes[6]! & 0x0f) | 0x80;
  bytes[8] = (bytes[8]! & 0x3f) | 0x80;
  const hex = bytes.toString('hex');
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-${hex.slice(12, 16)}-${hex.slice(16, 20)}-${hex.slice(20)}`;
}

/** Milliseconds since 1970 that a UUIDv7 was made at; null for another UUID. */
export function timeOf(uuid: string): number | null {
  return uuid[14] === '7' ? Number.parseInt(uuid.slice(0, 8) + uuid.slice(9, 13), 16) : null;
}
