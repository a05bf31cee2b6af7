import { CANDIDATE_KINDS } from '../learning/index.ts';

/** `none`: the two are not the same. */
export const PAIR_KINDS = [...CANDIDATE_KINDS, 'none'] as const;
export type PairKind = (typeof PAIR_KINDS)[number];

export interface Verdict {
  /** 0 to 1: that `failed` should find what `rescue` finds. */
  confidence: number;
  kind: PairKind;
  /** The model's words in one line, to be shown as text. */
  reason: string;
}

const MAX_REASON = 200;

/**
 * The verdicts by number of the pair. Those that name no pair of ours, name one twice or are out of bounds are left out;
 * null when the text is no answer at all.
 */
export function readVerdicts(text: string, pairs: number): Map<number, Verdict> | null {
  const rows = verdictRows(text);
  if (!rows) return null;
  const verdicts = new Map<number, Verdict>();
  const twice = new Set<number>();
  for (const row of rows.slice(0, 2 * pairs)) {
    const verdict = readVerdict(row, pairs);
    if (!verdict) continue;
    if (verdicts.has(verdict.pair)) twice.add(verdict.pair);
    verdicts.set(verdict.pair, verdict.value);
  }
  for (const pair of twice) verdicts.delete(pair);
  return verdicts;
}

function verdictRows(text: string): unknown[] | null {
  try {
    const { verdicts } = JSON.parse(text) as { verdicts?: unknown };
    return Array.isArray(verdicts) ? verdicts : null;
  } catch {
    return null;
  }
}

function readVerdict(row: unknown, pairs: number): { pair: number; value: Verdict } | null {
  if (typeof row !== 'object' || row === null) return null;
  const { pair, confidence, kind, reason } = row as Record<string, unknown>;
  if (typeof pair !== 'number' || !Number.isInteger(pair) || pair < 0 || pair >= pairs) return null;
  if (typeof confidence !== 'number' || !(confidence >= 0 && confidence <= 1)) return null;
  const known = PAIR_KINDS.find((name) => name === kind);
  if (!known || typeof reason !== 'string') return null;
  return { pair, value: { confidence, kind: known, reason: oneLine(reason) } };
}

/** Without control and direction characters, which would let a reason disturb what stands around it. */
function oneLine(text: string): string {
  const plain = text
    .slice(0, 4 * MAX_REASON)
    .replace(/[\p{Cc}\p{Zl}\p{Zp}\p{Bidi_Control}]+/gu, ' ')
    .replace(/\s+/g, ' ')
    .trim();
  // Half a surrogate pair, sent or cut, would be refused by the database with everything beside it.
  return [...plain].slice(0, MAX_REASON).join('').toWellFormed();
}

/** A verdict may move the odds by 4.5 at most: alone it never makes a doubtful pair a sure one. */
const MAX_STEP = Math.log(4.5);
const logit = (p: number): number => Math.log(p / (1 - p));

/**
 * The scorer's confidence with the model's as one more witness: odds multiply, the model's bounded. A pair at 0.50 ends
 * between 0.18 and 0.82, so a spoiled verdict cannot carry a pair from doubt over the default threshold of `auto`.
 */
export function withVerdict(confidence: number, verdict: Verdict): number {
  const own = Math.min(Math.max(confidence, 0.01), 0.99);
  const model = Math.min(Math.max(verdict.confidence, 0.01), 0.99);
  const step = Math.min(Math.max(logit(model), -MAX_STEP), MAX_STEP);
  return 1 / (1 + Math.exp(-(logit(own) + step)));
}
