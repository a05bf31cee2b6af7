import type { EngineHit, FacetResult, SearchResult } from '../../engine/port/index.ts';
import { valueMatch, type TextSpan } from '../../text/index.ts';
import type { SearchPlan } from './plan.ts';
import type { SearchRequest } from './search-request.ts';

export interface AnswerInput {
  queryId: string;
  request: SearchRequest;
  plan: SearchPlan;
  result: SearchResult;
  tookMs: number;
}

const CLOSING_BRACE = 0x7d;
const COMMA = Buffer.from(',');
const EMPTY_OBJECT = 2;

/**
 * The answer in UTF-8. Documents are copied as the bytes they were stored as: parsing and printing a page of them costs
 * more than finding them.
 */
export function writeAnswer({ queryId, request, plan, result, tookMs }: AnswerInput): Buffer {
  const head = {
    query_id: queryId,
    query: request.q,
    normalized_query: plan.typed.normalized,
    corrected_query: result.correctedQuery ?? plan.replacedBy,
    total: result.total,
    total_relation: result.totalRelation,
    page: request.page,
    per_page: request.perPage,
  };
  const tail = {
    total_relaxed: result.totalRelaxed,
    facets: result.facets.map((facet, at) => writeFacet(facet, plan.query.facets[at]?.typed)),
    applied: {
      rules: plan.outcome.applied,
      synonyms: result.synonymsUsed.flatMap((reference) => plan.synonyms.get(reference) ?? []),
      typos: result.typos,
      relaxation: result.relaxation,
      truncated: plan.typed.truncated,
    },
    redirect: plan.outcome.redirect,
    banners: plan.outcome.banners,
    took_ms: tookMs,
  };
  const parts: Uint8Array[] = [Buffer.from(`${JSON.stringify(head).slice(0, -1)},"hits":[`)];
  addHits(parts, result.hits, plan.query.offset);
  parts.push(Buffer.from(`],${JSON.stringify(tail).slice(1)}`));
  return Buffer.concat(parts);
}

/** An object with hits as its last member, positions counting from 1. */
export function writeHits(head: object, member: string, hits: readonly EngineHit[]): Buffer {
  const open = JSON.stringify(head).slice(0, -1);
  const parts: Uint8Array[] = [Buffer.from(`${open}${open === '{' ? '' : ','}${JSON.stringify(member)}:[`)];
  addHits(parts, hits, 0);
  parts.push(Buffer.from(']}'));
  return Buffer.concat(parts);
}

function addHits(parts: Uint8Array[], hits: readonly EngineHit[], offset: number): void {
  hits.forEach((hit, index) => {
    if (index > 0) parts.push(COMMA);
    parts.push(...writeHit(hit, offset + index + 1));
  });
}

/** The document's object with our members added before its closing brace. */
function writeHit(hit: EngineHit, position: number): [Uint8Array, Uint8Array] {
  const { json, highlight, explanation, pinned, relaxed } = hit;
  const members = JSON.stringify({
    position,
    highlight: { title: highlight.title, description: highlight.description },
    ...(explanation ? { explain: { pinned, relaxed, rules: explanation.rules } } : {}),
  });
  const end = json.lastIndexOf(CLOSING_BRACE);
  const separator = end < EMPTY_OBJECT ? '' : ',';
  return [json.subarray(0, end), Buffer.from(separator + members.slice(1))];
}

/** With what was typed to find values, each says where it matched. */
function writeFacet({ field, values, stats }: FacetResult, typed: readonly string[] | undefined): object {
  const shown = typed
    ? values.map((one) => ({ ...one, highlighted: markValue(String(one.value), valueMatch(String(one.value), typed)) }))
    : values;
  return { field, values: shown, ...(stats ? { stats } : {}) };
}

function markValue(value: string, spans: readonly TextSpan[] | null): string {
  let html = '';
  let at = 0;
  for (const { start, end } of spans ?? []) {
    html += `${escapeHtml(value.slice(at, start))}<mark>${escapeHtml(value.slice(start, end))}</mark>`;
    at = end;
  }
  return html + escapeHtml(value.slice(at));
}

const ENTITIES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

function escapeHtml(text: string): string {
  return text.replaceAll(/[&<>"']/g, (character) => ENTITIES[character]!);
}
