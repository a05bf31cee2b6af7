import type { SmartMode } from '../../tenants/index.ts';
import { wilsonLowerBound } from '../learning/index.ts';
import { reaches, type Decision, type SuggestionStatus } from '../suggestion.ts';

/** Suggestions of one confidence that ended alike. */
export interface Fate {
  confidence: number;
  status: SuggestionStatus;
  decision: Decision;
  /** Was in force at some time, by a run. */
  applied: boolean;
  /** Was accepted by a person at some time. */
  accepted: boolean;
  /** A run applied it long enough ago that its holdout is over. */
  settled: boolean;
  /** Taken back for a reason that says nothing about its truth: out of the catalogue, or unused. */
  forgotten: boolean;
  /** One word that would become several, or harm in the replay: no run applies it. */
  held: boolean;
  suggestions: number;
}

/** Where a band begins; the last one ends with 1. */
const BANDS = [0, 0.5, 0.65, 0.75, 0.85, 0.95] as const;

export interface BandReport {
  from: number;
  to: number;
  proposed: number;
  accepted: number;
  rejected: number;
  applied: number;
  /** In force today, of those accepted or applied. */
  kept: number;
  reverted: number;
  waiting: number;
  /** Judged right, of those judged; null when none is. */
  precision: number | null;
}

export interface ShadowReport {
  mode: Exclude<SmartMode, 'off' | 'shadow'>;
  threshold: number;
  /** Of all that were proposed, those that this mode would have applied. */
  would_apply: number;
  right: number;
  wrong: number;
  undecided: number;
  precision: number | null;
}

export interface Advice {
  field: 'hybrid_confidence_threshold' | 'auto_confidence_threshold';
  current: number;
  /** Null: there is too little to advise by. */
  advised: number | null;
  reason: string;
}

export interface Calibration {
  bands: BandReport[];
  shadow: ShadowReport[];
  advice: Advice[];
}

interface Thresholds {
  hybrid_confidence_threshold: number;
  auto_confidence_threshold: number;
}

/** What the thresholds promise: section 6 of the contract calls these bands medium and high. */
const PROMISE = { hybrid_confidence_threshold: 0.8, auto_confidence_threshold: 0.95 } as const;
const LOWEST = { hybrid_confidence_threshold: 0.5, auto_confidence_threshold: 0.65 } as const;
/** Fewer judgements say nothing about a threshold. */
const MIN_JUDGED = 20;
/** Of the interval of 80 %: nine of ten times a share is at least its lower end. */
const Z = 1.282;

export function calibrate(fates: readonly Fate[], thresholds: Thresholds): Calibration {
  return {
    bands: BANDS.map((from, index) => bandOf(fates, from, BANDS[index + 1] ?? 1)),
    shadow: [
      shadowOf(fates, 'hybrid', thresholds.hybrid_confidence_threshold),
      shadowOf(fates, 'auto', thresholds.auto_confidence_threshold),
    ],
    advice: [
      adviceFor(fates, 'hybrid_confidence_threshold', thresholds),
      adviceFor(fates, 'auto_confidence_threshold', thresholds),
    ],
  };
}

function bandOf(fates: readonly Fate[], from: number, to: number): BandReport {
  const inside = fates.filter(({ confidence }) => confidence >= from && (confidence < to || to === 1));
  return {
    from,
    to,
    proposed: sum(inside, () => true),
    accepted: sum(inside, ({ accepted }) => accepted),
    rejected: sum(inside, ({ status }) => status === 'rejected'),
    applied: sum(inside, ({ applied }) => applied),
    kept: sum(inside, ({ status }) => status === 'accepted' || status === 'applied'),
    reverted: sum(inside, ({ status }) => status === 'reverted'),
    waiting: sum(inside, ({ status }) => status === 'pending' || status === 'logged'),
    precision: share(sum(inside, isRight), sum(inside, isWrong)),
  };
}

/** What a run would have applied: by its confidence, unless its shape or the replay holds it, or the shop says so already. */
function shadowOf(fates: readonly Fate[], mode: ShadowReport['mode'], threshold: number): ShadowReport {
  const would = fates.filter(
    ({ confidence, decision, held }) => reaches(confidence, threshold) && decision !== 'logged' && !held,
  );
  const right = sum(would, isRight);
  const wrong = sum(would, isWrong);
  const all = sum(would, () => true);
  return {
    mode,
    threshold,
    would_apply: all,
    right,
    wrong,
    undecided: all - right - wrong,
    precision: share(right, wrong),
  };
}

/** The lowest threshold above which what was judged so far was right often enough, allowing for chance. */
function adviceFor(fates: readonly Fate[], field: Advice['field'], thresholds: Thresholds): Advice {
  const current = thresholds[field];
  const judged = sum(fates, isRight) + sum(fates, isWrong);
  if (judged < MIN_JUDGED) {
    const reason = `${judged} suggestions have been judged; from ${MIN_JUDGED} on there is something to advise by.`;
    return { field, current, advised: null, reason };
  }
  const percent = Math.round(PROMISE[field] * 100);
  for (let hundredths = Math.round(LOWEST[field] * 100); hundredths <= 99; hundredths++) {
    const above = fates.filter(({ confidence }) => reaches(confidence, hundredths / 100));
    const right = sum(above, isRight);
    const wrong = sum(above, isWrong);
    if (right + wrong < MIN_JUDGED) break;
    if (wilsonLowerBound(right, right + wrong, Z) < PROMISE[field]) continue;
    const reason = `From ${hundredths / 100} on ${right} of ${right + wrong} were right: at least ${percent} % with certainty.`;
    return { field, current, advised: hundredths / 100, reason };
  }
  const reason = `No threshold with ${MIN_JUDGED} judgements above it was right in ${percent} % of the cases: keep reviewing.`;
  return { field, current, advised: null, reason };
}

/** A person said yes, or it stood its time in force. */
function isRight({ status, settled }: Fate): boolean {
  return status === 'accepted' || settled;
}

function isWrong({ status, forgotten }: Fate): boolean {
  return status === 'rejected' || (status === 'reverted' && !forgotten);
}

function sum(fates: readonly Fate[], which: (fate: Fate) => boolean): number {
  return fates.reduce((total, fate) => total + (which(fate) ? fate.suggestions : 0), 0);
}

function share(right: number, wrong: number): number | null {
  return right + wrong === 0 ? null : Math.round((right / (right + wrong)) * 1_000) / 1_000;
}
