import { reaches, type Suggestion, type SuggestionStatus } from './suggestion.ts';

/** One change of a suggestion: who, when and why. `from` and `to` are the same when a run judged it anew. */
export interface HistoryEntry {
  /** ISO 8601. */
  at: string;
  by: 'person' | 'run';
  from: SuggestionStatus | null;
  to: SuggestionStatus;
  /** Null in entries that are older than the rule that each says why. */
  reason: string | null;
  /** A person's address, or the name of a key. */
  actor?: string | null;
  /** Of the suggestion at that moment. Not in entries that are older than this. */
  confidence?: number;
  /** Changes right before this one that are counted and no longer listed. */
  omitted?: number;
}

type Change = Pick<HistoryEntry, 'by' | 'to' | 'actor'> & { at: Date; reason: string };

/** So that no suggestion grows without end. */
const MAX_HISTORY = 100;
/** Less is the noise of one night's shoppers. */
const NOTEWORTHY = 0.05;

/** Changes the suggestion's history and status. `met`: its status before; null for one that is new. */
export function record(
  suggestion: Suggestion,
  { at, by, to, reason, ...more }: Change,
  met: SuggestionStatus | null = suggestion.status,
): HistoryEntry {
  const { confidence } = suggestion;
  const entry: HistoryEntry = { at: at.toISOString(), by, from: met, to, reason, ...more, confidence };
  suggestion.history = withEntry(suggestion.history, entry);
  suggestion.status = to;
  return entry;
}

/**
 * A life longer than this counts some of its middle instead of listing it: first what runs judged anew without another
 * status, then what was done again later by the same side. So it always says whether a person decided, and what was in force.
 */
export function withEntry(history: readonly HistoryEntry[], entry: HistoryEntry): HistoryEntry[] {
  const next = [...history, entry];
  if (next.length <= MAX_HISTORY) return next;
  const isAgain = ({ by, to }: HistoryEntry, later: HistoryEntry[]) =>
    later.some((one) => one.by === by && one.to === to && one.from !== to);
  const judgedAnew = next.findIndex(({ from, to }, at) => at > 0 && at < next.length - 1 && from === to);
  const least = judgedAnew > 0 ? judgedAnew : next.findIndex((one, at) => at > 0 && isAgain(one, next.slice(at + 1)));
  const [left, after] = [next[least]!, next[least + 1]!];
  const omitted = (left.omitted ?? 0) + (after.omitted ?? 0) + 1;
  return next.toSpliced(least, 2, { ...after, omitted });
}

/**
 * What a run found out that a person would want to know, though the status stays; null for nothing of note. Measured from
 * the confidence that the history says last, so that many small steps in one direction are seen.
 */
export function judgedAnew(met: Suggestion, now: Suggestion, thresholds: readonly number[]): string | null {
  const before = met.history.findLast(({ confidence }) => confidence !== undefined)?.confidence ?? met.confidence;
  const { confidence } = now;
  const crossed = thresholds.some((threshold) => reaches(before, threshold) !== reaches(confidence, threshold));
  if (crossed || reaches(Math.abs(confidence - before), NOTEWORTHY)) {
    return `Its confidence ${confidence > before ? 'rose' : 'fell'} from ${before} to ${confidence}.`;
  }
  const [then, because] = [met.evidence.because, now.evidence.because];
  const isOther =
    then && because && (then.code !== because.code || (then.opinion === null) !== (because.opinion === null));
  if (isOther) return `It has another reason: ${now.reason}`;
  return met.decision === now.decision ? null : `A run would treat it as ${now.decision} now, not as ${met.decision}.`;
}
