/**
 * Which events a window reads, in SQL. By when they were received, but what a process received before the window's end may
 * be committed after its run has read, and clocks differ: so the snapshots of the database decide about what lies this near
 * to an edge. Each event is new to exactly one run.
 */
export const NEAR = `interval '2 hours'`;

export interface WindowParameters {
  /** Placeholders: `$2`. Times, then `pg_snapshot`s, which may be null. */
  from: string;
  to: string;
  /** What the run before has seen. */
  seen: string;
  /** What this run sees. */
  sees: string;
}

/** Received before the end, and seen by this run. `events`: the table or its alias. */
export const isIn = ({ to, sees }: WindowParameters, events: string): string => `
  ${events}.received_at < ${to}::timestamptz and (${events}.received_at < ${to}::timestamptz - ${NEAR}
    or ${sees}::pg_snapshot is null or smart_has_seen(${events}.xmin, ${sees}::pg_snapshot))`;

/** Of those, what no run before has read. */
export const isNew = ({ from, seen }: WindowParameters, events: string): string => `
  (${events}.received_at >= ${from}::timestamptz or (${events}.received_at >= ${from}::timestamptz - ${NEAR}
    and ${seen}::pg_snapshot is not null and not smart_has_seen(${events}.xmin, ${seen}::pg_snapshot)))`;
