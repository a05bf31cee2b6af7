import type { Retirement, SuggestionStatus } from './suggestion.ts';

/** What a person asks for. */
export const ACTIONS = ['accept', 'reject', 'revert'] as const;
export type Action = (typeof ACTIONS)[number];

/** `repeat`: it is so already, the same answer again. `resolved`, `refused`: 409. */
export type Outcome = 'do' | 'repeat' | 'resolved' | 'refused';

/** What becomes of a person's action by the status that it meets. */
export const PERSON_TABLE: Record<SuggestionStatus, Record<Action, Outcome>> = {
  pending: { accept: 'do', reject: 'do', revert: 'refused' },
  logged: { accept: 'do', reject: 'do', revert: 'refused' },
  reverted: { accept: 'do', reject: 'do', revert: 'refused' },
  accepted: { accept: 'repeat', reject: 'resolved', revert: 'do' },
  applied: { accept: 'resolved', reject: 'resolved', revert: 'do' },
  rejected: { accept: 'resolved', reject: 'repeat', revert: 'refused' },
};

/** What a run does with a suggestion that its candidate is about. */
export type Reaction =
  /** The decision table says. */
  | 'decide'
  /** As `decide`, but what waits for a person goes on waiting in shadow mode. */
  | 'decide_but_wait'
  /** A person looks at it once more; no run applies it. */
  | 'reopen'
  | 'keep';

export interface Met {
  status: SuggestionStatus;
  retired: Retirement | null;
  /** Of a rejected one: the business memory says something else now. */
  memoryChanged: boolean;
}

/** By the status that the candidate of a run meets; `none` is one that was never proposed. */
export function reactionTo(met: Met | null): Reaction {
  switch (met?.status) {
    case undefined:
    case 'logged':
      return 'decide';
    case 'pending':
      return 'decide_but_wait';
    case 'rejected':
      return met!.memoryChanged ? 'reopen' : 'keep';
    case 'reverted':
      // Taken back because nobody needed it any more: evidence for it is new evidence. A person's word and harm stay.
      return met!.retired === 'target_gone' || met!.retired === 'unused' ? 'decide' : 'keep';
    case 'accepted':
    case 'applied':
      return 'keep';
  }
}
