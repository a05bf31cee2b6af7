import type { Actor } from '../../kernel/tenant-context.ts';

export const AUDIT_KINDS = [
  'rule',
  'synonym',
  'suggestion',
  'run',
  'settings',
  'key',
  'connector',
  'item',
  'source',
  'member',
  'privacy',
] as const;
export type AuditKind = (typeof AUDIT_KINDS)[number];

/** By field. `from` is missing for what was made, `to` for what was removed. */
export type Changes = Record<string, { from?: unknown; to?: unknown }>;

/** What is recorded of one change. */
export interface Deed {
  kind: AuditKind;
  /** `create`, `update`, `delete`, or what else was done, such as `rotate`. */
  action: string;
  /** Of what was changed; null where there is one of its kind. */
  subjectId: string | null;
  /** How people call it. */
  subject: string;
  changes: Changes;
}

export interface AuditEntry {
  id: string;
  at: Date;
  actor_kind: Actor['kind'];
  actor_id: string | null;
  actor: string;
  kind: AuditKind;
  action: string;
  subject_id: string | null;
  subject: string;
  changes: Changes;
}

/** What stands in every thing and says nothing about a change. */
const MARKS = new Set(['id', 'version', 'created_at', 'updated_at', 'updated_by', 'created_by']);
/** Of one value, as JSON: a longer one is told by its length. */
const MOST_CHARACTERS = 4_000;
const MOST_FIELDS = 100;
export const SUBJECT_LENGTH = 200;

/** The fields that differ; null stands for a thing that is not there. */
export function changesOf(before: object | null, after: object | null): Changes {
  const changes: Changes = {};
  const fields = new Set([...Object.keys(before ?? {}), ...Object.keys(after ?? {})]);
  for (const field of [...fields].filter((name) => !MARKS.has(name)).slice(0, MOST_FIELDS)) {
    const from = (before as Record<string, unknown> | null)?.[field];
    const to = (after as Record<string, unknown> | null)?.[field];
    if (JSON.stringify(from) === JSON.stringify(to)) continue;
    changes[field] = { ...(before && { from: bounded(from) }), ...(after && { to: bounded(to) }) };
  }
  return changes;
}

export function hasChanges(changes: Changes): boolean {
  return Object.keys(changes).length > 0;
}

function bounded(value: unknown): unknown {
  const text = JSON.stringify(value) ?? 'null';
  return text.length <= MOST_CHARACTERS ? (value ?? null) : { characters: text.length };
}
