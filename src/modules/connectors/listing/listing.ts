import { createHash } from 'node:crypto';
import { CONNECTOR_LIMITS, type ConnectorConfig } from '../connector.ts';
import type { SyncError } from '../sync.ts';
import { syncError } from '../sync.ts';

/** What to ask for next. A link is the whole address that the merchant gave. */
export type Position =
  | { kind: 'only' }
  | { kind: 'page'; page: number }
  | { kind: 'offset'; offset: number }
  | { kind: 'cursor'; cursor: string | null }
  | { kind: 'link'; url: string | null };

/** Where a listing stands; plain JSON, stored with each page so that another process can go on. */
export interface ListingState {
  /** Null: over. */
  position: Position | null;
  /** Pages asked for so far. */
  asked: number;
  /** Items of the first page: merchants cap the size that we ask for. */
  firstCount: number | null;
  /** Of the ids of the last page that had items. */
  lastIds: string | null;
  /** Cursors and links that were followed, hashed. */
  followed: string[];
  /** Pages that could not be read. */
  lost: number;
  /** Items listed so far, and how many there are by the merchant's own word: together they prove an end on the last page. */
  listed: number;
  total: number | null;
  truncated: boolean;
  /** Reached its end for sure. */
  complete: boolean;
  /** Of the configuration that it follows; set by whoever begins it. */
  plan: string;
  /** Items without a readable id: what is missing cannot be told then. */
  unnamed: number;
}

/** What decides how the listing goes on; stored with the page, because an unchanged one is not read again. */
export interface PageOutcome {
  count: number;
  ids: string[];
  cursor: string | null;
  link: string | null;
  total: number | null;
}

const MAX_LOST = 3;

export function startListing(config: ConnectorConfig): ListingState {
  return {
    position: firstPosition(config),
    asked: 0,
    firstCount: null,
    lastIds: null,
    followed: [],
    lost: 0,
    listed: 0,
    total: null,
    truncated: false,
    complete: false,
    plan: '',
    unnamed: 0,
  };
}

function firstPosition({ paginated, firstPage }: ConnectorConfig): Position {
  if (paginated === 'none') return { kind: 'only' };
  if (paginated === 'page') return { kind: 'page', page: firstPage };
  if (paginated === 'offset') return { kind: 'offset', offset: 0 };
  return paginated === 'cursor' ? { kind: 'cursor', cursor: null } : { kind: 'link', url: null };
}

/** Parameters go through `URLSearchParams`: a cursor can not become part of the address. */
export function urlOf(position: Position, config: ConnectorConfig): string {
  if (position.kind === 'link' && position.url !== null) return position.url;
  const url = new URL(config.endpoint);
  if (position.kind === 'only') return url.href;
  url.searchParams.set(config.limitParam, String(config.pageSize));
  if (position.kind === 'page') url.searchParams.set(config.pageParam ?? 'page', String(position.page));
  if (position.kind === 'offset') url.searchParams.set(config.pageParam ?? 'offset', String(position.offset));
  if (position.kind === 'cursor' && position.cursor !== null)
    url.searchParams.set(config.cursorParam!, position.cursor);
  return url.href;
}

export interface Advance {
  state: ListingState;
  /** Why the listing stopped without a proven end. */
  doubt: SyncError | null;
}

/** The state after a page, and whether there is another one. */
export function advance(before: ListingState, page: PageOutcome): Advance {
  const at = before.position!;
  const number = before.asked + 1;
  const idsHash = page.ids.length > 0 ? hashOf(page.ids.join('\n')) : null;
  const state: ListingState = {
    ...before,
    asked: number,
    firstCount: before.firstCount ?? page.count,
    lastIds: idsHash ?? before.lastIds,
    listed: before.listed + page.count,
    total: page.total ?? before.total,
  };
  if (idsHash !== null && idsHash === before.lastIds) return stop(state, repeatedPage(number, at));
  const next = nextPosition(at, before.firstCount, page);
  if (next === null) return { state: { ...state, position: null, complete: true }, doubt: null };
  const mark = next.kind === 'cursor' ? next.cursor : next.kind === 'link' ? next.url : null;
  if (mark !== null) {
    const hash = hashOf(mark);
    if (state.followed.includes(hash)) return stop(state, repeatedMark(number, next));
    state.followed = [...state.followed, hash];
  }
  return withinLimit({ ...state, position: next });
}

/** A page that could not be read: the next one can be asked for where its place does not depend on this one. */
export function skipPage(before: ListingState, config: ConnectorConfig): ListingState {
  const state = { ...before, asked: before.asked + 1, lost: before.lost + 1, position: null };
  const at = before.position!;
  if (state.lost >= MAX_LOST || before.firstCount === null) return state;
  if (at.kind === 'page') return withinLimit({ ...state, position: { kind: 'page', page: at.page + 1 } }).state;
  if (at.kind !== 'offset') return state;
  const offset = at.offset + Math.min(before.firstCount, config.pageSize);
  return withinLimit({ ...state, position: { kind: 'offset', offset } }).state;
}

function nextPosition(at: Position, firstCount: number | null, page: PageOutcome): Position | null {
  if (at.kind === 'only') return null;
  if (at.kind === 'cursor') return page.cursor === null ? null : { kind: 'cursor', cursor: page.cursor };
  if (at.kind === 'link') return page.link === null ? null : { kind: 'link', url: page.link };
  // A short first page proves nothing: merchants cap the size that we ask for.
  if (page.count === 0 || (firstCount !== null && page.count < firstCount)) return null;
  if (at.kind === 'page') return { kind: 'page', page: at.page + 1 };
  return { kind: 'offset', offset: at.offset + page.count };
}

function withinLimit(state: ListingState): Advance {
  if (state.asked < CONNECTOR_LIMITS.pages) return { state, doubt: null };
  if (state.total === state.listed) return { state: { ...state, position: null, complete: true }, doubt: null };
  const message = `The catalogue goes on after ${CONNECTOR_LIMITS.pages} pages: raise pageSize, or split it over several connectors.`;
  return {
    state: { ...state, position: null, truncated: true },
    doubt: syncError('truncated', message, { page: state.asked }),
  };
}

function stop(state: ListingState, doubt: SyncError): Advance {
  return { state: { ...state, position: null }, doubt };
}

function repeatedPage(page: number, at: Position): SyncError {
  const advice =
    at.kind === 'page' || at.kind === 'offset'
      ? 'check pageParam, or set paginated to "none" if there is one page only'
      : 'check the parameters of the paging';
  return syncError('repeated_page', `This page has the items of the page before: ${advice}.`, { page });
}

function repeatedMark(page: number, next: Position): SyncError {
  const what = next.kind === 'cursor' ? 'The cursor' : 'The link to the next page';
  const advice = next.kind === 'cursor' ? 'check cursorPath and cursorParam' : 'check nextLink';
  return syncError('repeated_cursor', `${what} was there before: ${advice}.`, { page });
}

function hashOf(text: string): string {
  return createHash('sha256').update(text).digest('base64url').slice(0, 22);
}
