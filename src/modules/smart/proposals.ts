import { newId } from '../../kernel/ids.ts';
import { normalizeQuery } from '../../text/index.ts';
import { roundConfidence, type Candidate } from './learning/index.ts';
import type { Trial } from './replay/replay.ts';
import type { Suggestion } from './suggestion.ts';

/** A candidate in the form in which it is stored and told apart. */
export interface Proposed {
  original: string;
  target: string;
  candidate: Candidate;
}

export interface Proposals {
  proposed: Proposed[];
  /** Left out because their words are too long to be kept. */
  tooLong: number;
}

/** Bytes of either side: both are one entry of a B-tree, which has 2,704 at most. */
const MAX_BYTES = 1_200;

/**
 * Without what reads as nothing or as itself; of two that are the same the surer one, and what a surer one says both ways
 * is not said again the other way round.
 */
export function proposalsOf(candidates: readonly Candidate[], limit: number): Proposals {
  let tooLong = 0;
  const best = new Map<string, Proposed>();
  for (const candidate of candidates.toSorted((a, b) => b.confidence - a.confidence)) {
    const original = normalizeQuery(candidate.originalQuery).normalized;
    const target = normalizeQuery(candidate.suggestedQuery).normalized;
    const key = `${original}\n${target}`;
    if (original === '' || target === '' || original === target || best.has(key)) continue;
    if (best.get(`${target}\n${original}`)?.candidate.direction === 'two_way') continue;
    if (Math.max(Buffer.byteLength(original), Buffer.byteLength(target)) > MAX_BYTES) {
      tooLong++;
      continue;
    }
    best.set(key, { original, target, candidate });
    if (best.size === limit) break;
  }
  return { proposed: [...best.values()], tooLong };
}

/** A suggestion that nobody has decided about. */
export function newSuggestion({ original, target }: Proposed, runId: string, now: number): Suggestion {
  return {
    id: newId(),
    original,
    target,
    failed: original,
    rescue: target,
    suggested: target,
    kind: 'typo',
    direction: 'one_way',
    confidence: 0,
    reason: '',
    evidence: {
      sessions: 0,
      rescues: 0,
      rescue_rate: null,
      shared_items: 0,
      edit_distance: 0,
      results_failed: 0,
      results_rescue: 0,
    },
    status: 'pending',
    decision: 'suggested',
    history: [],
    run_id: runId,
    judged_by: null,
    created_at: new Date(now),
    decided_at: null,
    reject_reason: null,
    memory_hash: null,
    retired: null,
    synonym_id: null,
    applied_at: null,
    target_results: null,
    target_checked_at: null,
    holdout: null,
  };
}

/** What the run has found out about it. */
export function judgedAs(
  suggestion: Suggestion,
  { candidate }: Proposed,
  trial: Trial,
  run: { id: string; now: number },
): Suggestion {
  return {
    ...suggestion,
    failed: candidate.originalQuery,
    rescue: candidate.suggestedQuery,
    suggested: candidate.suggestedQuery,
    kind: candidate.kind,
    direction: candidate.direction,
    confidence: roundConfidence(candidate.confidence),
    reason: candidate.reason,
    evidence: { ...candidate.evidence, because: candidate.because, replay: trial.report },
    judged_by: run.id,
    target_results: trial.targetResults,
    target_checked_at: new Date(run.now),
  };
}
