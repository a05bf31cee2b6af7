import { withEntry, type Retirement, type Suggestion, type SuggestionStatus } from '../suggestion.ts';

/** A run takes it back: what was in force is reverted, what waited has nothing left to decide. Changes the suggestion. */
export function retire(suggestion: Suggestion, why: Retirement, reason: string, now: number): void {
  const to: SuggestionStatus = suggestion.status === 'pending' ? 'logged' : 'reverted';
  const at = new Date(now).toISOString();
  suggestion.history = withEntry(suggestion.history, { at, by: 'run', from: suggestion.status, to, reason });
  suggestion.status = to;
  if (to === 'logged') suggestion.decision = 'logged';
  suggestion.retired = why;
  suggestion.decided_at = to === 'reverted' ? new Date(now) : null;
}
