import type { RehearsedAnswer } from '../../search/index.ts';
import type { ReplayReport } from '../suggestion.ts';

export function noEffect(): ReplayReport {
  return {
    queries: 0,
    searches: 0,
    recovered: 0,
    recovered_searches: 0,
    changed: 0,
    changed_searches: 0,
    displaced: 0,
    displaced_searches: 0,
    held: false,
  };
}

/** Adds one query to the report: what it answers today, and what it would answer. */
export function compare(
  report: ReplayReport,
  { searches, isOriginal }: { searches: number; isOriginal: boolean },
  before: RehearsedAnswer,
  after: RehearsedAnswer,
): void {
  report.queries++;
  report.searches += searches;
  if (before.total === 0) {
    if (after.total === 0) return;
    report.recovered++;
    report.recovered_searches += searches;
    return;
  }
  // The failed query is the one that should change, also when it found something that nobody wanted.
  if (isOriginal || (sameList(before.ids, after.ids) && before.redirect === after.redirect)) return;
  report.changed++;
  report.changed_searches += searches;
  if (before.redirect === after.redirect && startsWith(after.ids, before.ids)) return;
  report.displaced++;
  report.displaced_searches += searches;
}

/**
 * A healthy search that loses a hit from its place is harmed. One that only gets more hits below those it has is not, as
 * long as such searches are not more than those that the candidate mends: then it stands for something else.
 */
export function isHarmful(report: ReplayReport, failures: number): boolean {
  return report.displaced > 0 || report.changed_searches > Math.max(report.recovered_searches, failures);
}

function sameList(a: readonly string[], b: readonly string[]): boolean {
  return a.length === b.length && startsWith(a, b);
}

function startsWith(list: readonly string[], head: readonly string[]): boolean {
  return head.length <= list.length && head.every((id, index) => id === list[index]);
}
