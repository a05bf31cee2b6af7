import { record } from '../history.ts';
import type { Retirement, Suggestion, SuggestionStatus } from '../suggestion.ts';

/** A run takes it back: what was in force is reverted, what waited has nothing left to decide. Changes the suggestion. */
export function retire(suggestion: Suggestion, why: Retirement, reason: string, now: number): void {
  const to: SuggestionStatus = suggestion.status === 'pending' ? 'logged' : 'reverted';
  const at = new Date(now);
  record(suggestion, { at, by: 'run', to, reason });
  if (to === 'logged') suggestion.decision = 'logged';
  suggestion.retired = why;
  suggestion.decided_at = to === 'reverted' ? at : null;
}
