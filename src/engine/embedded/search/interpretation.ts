import type { Alternative } from '../../port/index.ts';
import type { IndexState } from './index-state.ts';
import { SYNONYM, joinedOf, synonymsOf, typosOf } from './match-cost.ts';
import { costIn } from './match.ts';
import type { Group, Reading, Rewrite } from './reading.ts';
import { stemFamily } from './term-lookup.ts';
import type { TextMatch } from './text-match.ts';
import type { Segment } from '../segment/segment.ts';

/** A hit of the page with the cost it matched at. */
export interface PageHit {
  view: number;
  document: number;
  cost: number;
  relaxed: boolean;
}

export interface Interpretation {
  typos: { from: string; to: string }[];
  correctedQuery: string | null;
  synonymsUsed: string[];
  /** Words that a hit has in place of typed ones, for highlights. */
  otherWords: string[];
}

/** What the query was understood as, read off the hits that are shown: a correction that no hit shows is none. */
export function interpret(state: IndexState, match: TextMatch, hits: readonly PageHit[]): Interpretation {
  const words: (string | null)[] = [...match.text.words];
  const typos: Interpretation['typos'] = [];
  const otherWords: string[] = [];
  if (match.forgiving) {
    match.text.words.forEach((word, at) => {
      const reading = readWord(state, match, hits, at);
      if (reading.others.length === 0) return;
      otherWords.push(...reading.others);
      typos.push({ from: word, to: reading.others[0]! });
      if (!reading.direct) words[at] = reading.others[0]!;
    });
    for (const rewrite of rewritesUsed(state, match, hits)) {
      otherWords.push(...rewrite.words);
      words.fill(null, rewrite.from, rewrite.to);
      words[rewrite.from] = rewrite.words.join(' ');
    }
  }
  const understood = words.filter((word) => word !== null).join(' ');
  const used = alternativesUsed(state, match, hits);
  return {
    typos,
    correctedQuery: understood === match.text.words.join(' ') ? null : understood,
    synonymsUsed: [...new Set(used.map(({ synonymId }) => synonymId))],
    otherWords: [...otherWords, ...used.flatMap(({ replacement }) => replacement)],
  };
}

/**
 * Terms that hits have in place of one word: those of full matches first, because there the words occur together, then the
 * nearest, then those of most hits. `direct` when a hit has the word itself, or its synonym.
 */
function readWord(
  state: IndexState,
  match: TextMatch,
  hits: readonly PageHit[],
  at: number,
): { direct: boolean; others: string[] } {
  const counts = new Map<string, { full: boolean; edits: number; hits: number }>();
  let direct = false;
  for (const hit of hits) {
    // It has the words as typed: no need to look again which, unless it lacks some.
    const asTyped = hit.cost < SYNONYM;
    if (asTyped && !hit.relaxed) direct = true;
    if (asTyped && direct) continue;
    const segment = state.views[hit.view]!.segment;
    const group = match.groups[hit.view]![at]!;
    const cost = costIn(segment, group, match.fields, hit.document);
    if (cost < 0) continue;
    if (typosOf(cost) === 0) direct = true;
    else if (synonymsOf(cost) === 0) {
      const term = segment.terms.at(termAt(segment, group, match.fields, hit.document, cost));
      const seen = counts.get(term);
      if (!seen) counts.set(term, { full: !hit.relaxed, edits: typosOf(cost), hits: 1 });
      else {
        seen.hits++;
        seen.full ||= !hit.relaxed;
      }
    }
  }
  const others = [...counts]
    .sort(([, a], [, b]) => Number(b.full) - Number(a.full) || a.edits - b.edits || b.hits - a.hits)
    .map(([term]) => term);
  return { direct, others };
}

function termAt(segment: Segment, group: Group, fields: Uint8Array, document: number, cost: number): number {
  const single = group.variants.find(
    (variant) => costIn(segment, { ...group, variants: [variant] }, fields, document) === cost,
  );
  return single!.from;
}

/** Rewrites of the best hit that was found by split or joined words, when no hit has the words as typed. */
function rewritesUsed(state: IndexState, match: TextMatch, hits: readonly PageHit[]): readonly Rewrite[] {
  const full = hits.filter((hit) => !hit.relaxed);
  const joined = full.find((hit) => joinedOf(hit.cost) > 0);
  if (!joined || full.some((hit) => joinedOf(hit.cost) === 0)) return [];
  const { segment } = state.views[joined.view]!;
  const meets = ({ groups }: Reading): boolean =>
    groups.every((group) => costIn(segment, group, match.fields, joined.document) >= 0);
  const used = match.readings[joined.view]!.find((reading) => joinedOf(reading.cost) > 0 && meets(reading));
  return used?.rewrites ?? [];
}

function alternativesUsed(state: IndexState, match: TextMatch, hits: readonly PageHit[]): Alternative[] {
  const through = hits.filter((hit) => synonymsOf(hit.cost) > 0);
  if (through.length === 0) return [];
  return match.text.alternatives.filter((alternative) =>
    through.some((hit) => says(state.views[hit.view]!.segment, hit.document, alternative, match)),
  );
}

function says(segment: Segment, document: number, { replacement }: Alternative, match: TextMatch): boolean {
  return replacement.every((word) =>
    [segment.termOf(word), ...stemFamily(segment, '', word, match.text.locale)].some(
      (term) => term >= 0 && match.fields[segment.fieldsIn(term, document)]! < 255,
    ),
  );
}
