import type { Boost, Filter, Pin } from '../../engine/port/index.ts';
import type { CompiledRule } from './evaluation.ts';
import type { Banner } from './rule.ts';

/** What the rules of one search come to together. */
export interface RuleOutcome {
  pins: Pin[];
  hidden: string[];
  boosts: Boost[];
  filters: Filter[];
  redirect: string | null;
  banners: Banner[];
  applied: { id: string; name: string }[];
}

export const OUTCOME_LIMITS = { pins: 300, hidden: 1_000, boosts: 100, banners: 10 } as const;

/**
 * Combines rules, higher priority first. About an item the first rule that names it decides; a position that is taken
 * moves a later pin to the next free one; the first redirect wins; filters, boosts and banners add up.
 */
export function combine(rules: readonly CompiledRule[]): RuleOutcome {
  const decided = new Set<string>();
  const pins = new Map<number, Pin>();
  const hidden: string[] = [];
  for (const { actions } of rules) {
    for (const id of actions.hidden) {
      if (decided.has(id)) continue;
      decided.add(id);
      hidden.push(id);
    }
    for (const { id, position } of actions.pins) {
      if (decided.has(id) || pins.size >= OUTCOME_LIMITS.pins) continue;
      decided.add(id);
      let free = position;
      while (pins.has(free)) free++;
      pins.set(free, { id, position: free });
    }
  }
  return {
    pins: [...pins.values()].sort((a, b) => a.position - b.position),
    hidden: hidden.slice(0, OUTCOME_LIMITS.hidden),
    boosts: rules.flatMap((rule) => rule.actions.boosts).slice(0, OUTCOME_LIMITS.boosts),
    filters: rules.flatMap((rule) => rule.actions.filters),
    redirect: rules.find((rule) => rule.actions.redirect !== null)?.actions.redirect ?? null,
    banners: rules.flatMap((rule) => rule.actions.banner ?? []).slice(0, OUTCOME_LIMITS.banners),
    applied: rules.map(({ id, name }) => ({ id, name })),
  };
}
