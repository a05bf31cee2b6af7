import type { SmartMode } from '../../tenants/index.ts';
import type { EvidenceWindow } from '../learning/index.ts';

export const RUN_TRIGGERS = ['cron', 'manual'] as const;
export type RunTrigger = (typeof RUN_TRIGGERS)[number];
export const RUN_STATUSES = ['running', 'succeeded', 'failed', 'skipped'] as const;
export type RunStatus = (typeof RUN_STATUSES)[number];

export interface RunMetrics {
  sessions: number;
  queries_analysed: number;
  failed_queries: number;
  pairs_found: number;
  skipped_length: number;
  skipped_few_sessions: number;
  skipped_personal: number;
  suggestions_created: number;
  by_band: { high: number; medium: number; low: number };
  applied: number;
  pending: number;
  logged: number;
  reopened: number;
  reverted: number;
  expired: number;
}

export interface RunAi {
  provider: string | null;
  model: string | null;
  calls: number;
  input_tokens: number;
  output_tokens: number;
}

export const NO_METRICS: RunMetrics = {
  sessions: 0,
  queries_analysed: 0,
  failed_queries: 0,
  pairs_found: 0,
  skipped_length: 0,
  skipped_few_sessions: 0,
  skipped_personal: 0,
  suggestions_created: 0,
  by_band: { high: 0, medium: 0, low: 0 },
  applied: 0,
  pending: 0,
  logged: 0,
  reopened: 0,
  reverted: 0,
  expired: 0,
};
export const NO_AI: RunAi = { provider: null, model: null, calls: 0, input_tokens: 0, output_tokens: 0 };

/** A run as callers see it (section 6 of the contract). */
export interface Run {
  id: string;
  mode: SmartMode;
  trigger: RunTrigger;
  status: RunStatus;
  started_at: Date;
  finished_at: Date | null;
  metrics: RunMetrics;
  ai: RunAi;
  cost_usd_cents: number;
  error: string | null;
}

/** What a suggestion says of the run that produced it. */
export type RunReference = Pick<Run, 'id' | 'mode' | 'started_at' | 'cost_usd_cents'>;

/** A run that this process may work on until its lease ends; each of its writes proves that by `fence`. */
export interface ClaimedRun {
  id: string;
  mode: Exclude<SmartMode, 'off'>;
  /** Which events: those received in between, the end excluded. */
  window: EvidenceWindow;
  /** How often the run was taken up, this time included. */
  fence: number;
}
