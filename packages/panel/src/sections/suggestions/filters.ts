import { useFilters } from '../../shell/filters.ts';

export const STATUSES = ['pending', 'accepted', 'applied', 'rejected', 'logged', 'reverted'] as const;
export type Status = (typeof STATUSES)[number];
export const SORTS = ['confidence', 'created_at'] as const;
export const CONFIDENCES = ['', '0.5', '0.65', '0.75', '0.85', '0.95'] as const;

const DEFAULTS = { status: 'pending', q: '', min: '', sort: 'confidence', run: '', id: '' };
const ALLOWED = { status: STATUSES, min: CONFIDENCES, sort: SORTS };

export type SuggestionFilters = typeof DEFAULTS;

export const useSuggestionFilters = () => useFilters(DEFAULTS, ALLOWED);

/** As the API takes them. */
export function queryOf({ status, q, min, sort, run }: SuggestionFilters) {
  return {
    status: status as Status,
    sort: sort as (typeof SORTS)[number],
    ...(q.trim() && { q: q.trim().slice(0, 100) }),
    ...(min && { min_confidence: Number(min) }),
    ...(run && { run_id: run }),
  };
}
