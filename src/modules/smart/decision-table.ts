import type { SmartMode } from '../tenants/index.ts';
import { reaches, type Decision, type SuggestionStatus } from './suggestion.ts';

/** What the applier looks at. */
export interface Judged {
  mode: Exclude<SmartMode, 'off'>;
  /** The stored number: two decimals, rounded down. */
  confidence: number;
  hybridThreshold: number;
  autoThreshold: number;
  /** Tokens after normalisation. */
  originalTokens: number;
  targetTokens: number;
  /** The replay showed harm. */
  harmful: boolean;
  /** A person has decided about it before, whatever a run has done since. */
  judgedByPerson: boolean;
  /** The tenant has a synonym that says the same. */
  known: boolean;
}

export interface Verdict {
  decision: Decision;
  status: Extract<SuggestionStatus, 'applied' | 'pending' | 'logged'>;
}

export const BANDS = ['reaches', 'below'] as const;
/** `held`: a person must look at it, whatever its confidence. */
export const SHAPES = ['plain', 'held', 'known'] as const;
type Band = (typeof BANDS)[number];
type Shape = (typeof SHAPES)[number];

const APPLIED: Verdict = { decision: 'auto', status: 'applied' };
const PENDING: Verdict = { decision: 'suggested', status: 'pending' };
const NOTHING_TO_DECIDE: Verdict = { decision: 'logged', status: 'logged' };

/**
 * The applier (sections 3 of the API document, 6 of the contract): mode × confidence × shape. In `shadow` the decision is
 * what `auto` would have decided, and nothing follows from it. In `off` there is no run.
 */
export const DECISION_TABLE: Record<Judged['mode'], Record<Band, Record<Shape, Verdict>>> = {
  shadow: {
    reaches: {
      plain: { decision: 'auto', status: 'logged' },
      held: { decision: 'suggested', status: 'logged' },
      known: NOTHING_TO_DECIDE,
    },
    below: {
      plain: { decision: 'suggested', status: 'logged' },
      held: { decision: 'suggested', status: 'logged' },
      known: NOTHING_TO_DECIDE,
    },
  },
  hybrid: {
    reaches: { plain: APPLIED, held: PENDING, known: NOTHING_TO_DECIDE },
    below: { plain: PENDING, held: PENDING, known: NOTHING_TO_DECIDE },
  },
  auto: {
    reaches: { plain: APPLIED, held: PENDING, known: NOTHING_TO_DECIDE },
    below: { plain: PENDING, held: PENDING, known: NOTHING_TO_DECIDE },
  },
};

/** From the one that applies least on. */
const CAREFUL = ['shadow', 'auto', 'hybrid'] as const;

/** Who takes back what a run may do while it goes on is heard at once; who allows more is heard by the next one. */
export function modeOf(began: SmartMode, now: SmartMode): Judged['mode'] {
  return CAREFUL.find((mode) => mode === began || mode === now || began === 'off' || now === 'off')!;
}

export function decide(judged: Judged): Verdict {
  const threshold = judged.mode === 'hybrid' ? judged.hybridThreshold : judged.autoThreshold;
  const band: Band = reaches(judged.confidence, threshold) ? 'reaches' : 'below';
  return DECISION_TABLE[judged.mode][band][shapeOf(judged)];
}

function shapeOf({ known, harmful, judgedByPerson, originalTokens, targetTokens }: Judged): Shape {
  if (known) return 'known';
  return harmful || judgedByPerson || (originalTokens === 1 && targetTokens > 1) ? 'held' : 'plain';
}
