import type { DocumentError, Entry, WriteOutcome, WriteStatus } from '../items/index.ts';

export interface PushedDocument {
  /** In `documents`, counting from 0. */
  position: number;
  id: string | null;
  status: 'created' | 'updated' | 'unchanged' | 'deleted' | 'superseded' | 'failed';
  error?: DocumentError;
}

/** What became of a push: `received` = `indexed` + `deleted` + `superseded` + `failed`. */
export interface PushResult {
  source: string;
  received: number;
  /** Created, updated and unchanged. */
  indexed: number;
  deleted: number;
  superseded: number;
  failed: number;
  results: PushedDocument[];
  /** The catalogue's version after the push. */
  version: number;
}

/** Of several good entries with one id the last wins; a bad one supersedes nothing. */
export function winners(entries: readonly Entry[]): Set<Entry> {
  const last = new Map<string, Entry>();
  for (const entry of entries) if (entry.kind !== 'invalid') last.set(entry.id, entry);
  return new Set(last.values());
}

export function pushResult(source: string, entries: readonly Entry[], outcome: WriteOutcome): PushResult {
  const chosen = winners(entries);
  const results = entries.map((entry, position): PushedDocument => {
    if (entry.kind === 'invalid') {
      const field = `/documents/${position}${entry.error.field}`;
      return { position, id: entry.id, status: 'failed', error: { ...entry.error, field } };
    }
    if (!chosen.has(entry)) return { position, id: entry.id, status: 'superseded' };
    return { position, id: entry.id, status: told(outcome.statuses.get(entry.id)!) };
  });
  const count = (...statuses: PushedDocument['status'][]): number =>
    results.filter(({ status }) => statuses.includes(status)).length;
  return {
    source,
    received: entries.length,
    indexed: count('created', 'updated', 'unchanged'),
    deleted: count('deleted'),
    superseded: count('superseded'),
    failed: count('failed'),
    results,
    version: outcome.version,
  };
}

/** Deleting what is not there has the effect that was asked for. */
function told(status: WriteStatus): PushedDocument['status'] {
  return status === 'absent' ? 'deleted' : status;
}
