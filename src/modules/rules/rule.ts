import type { Edited } from '../../kernel/edited.ts';
import type { FieldError } from '../../kernel/errors.ts';
import type { JsonObject } from '../../kernel/json.ts';
import { MAX_QUERY_WORDS, normalize } from '../../text/index.ts';
import { parseFilter } from './filters/filter.ts';

export const MATCHES = ['is', 'starts', 'ends', 'contains'] as const;
export type Match = (typeof MATCHES)[number];
/** Where a search is shown (section 2.1 of the API document). */
export const CHANNELS = ['overlay', 'results_page'] as const;
export type Channel = (typeof CHANNELS)[number];

export interface RuleCondition {
  match: Match;
  pattern: string;
  channel: Channel | null;
  locale: string | null;
}

export interface Banner {
  title: string;
  text: string | null;
  image: string | null;
  url: string | null;
}

export interface RuleActions {
  pin: { id: string; position: number }[];
  hide: string[];
  boost: { filter: JsonObject; weight: number }[];
  bury: { filter: JsonObject }[];
  filter: JsonObject | null;
  redirect: string | null;
  banner: Banner | null;
  replace_query: string | null;
}

export interface RuleDraft {
  name: string;
  enabled: boolean;
  /** Higher first, then the older. */
  priority: number;
  /** Any of them matches; none at all: every search. */
  conditions: RuleCondition[];
  actions: RuleActions;
  starts_at: Date | null;
  ends_at: Date | null;
}

export interface Rule extends RuleDraft {
  id: string;
  created_at: Date;
}

export type StoredRule = Rule & Edited;

export const RULE_LIMITS = {
  perTenant: 1_000,
  conditions: 20,
  pins: 50,
  hides: 200,
  boosts: 20,
  position: 1_000,
  weight: { min: 1, max: 10 },
  priority: 1_000_000,
  name: 200,
  query: 512,
  idLength: 512,
  bannerTitle: 200,
  bannerText: 1_000,
} as const;

export const NO_ACTIONS: Readonly<RuleActions> = {
  pin: [],
  hide: [],
  boost: [],
  bury: [],
  filter: null,
  redirect: null,
  banner: null,
  replace_query: null,
};

/** What the shape of a body does not show. */
export function draftFaults(rule: RuleDraft): FieldError[] {
  return [
    ...rule.conditions.flatMap((condition, index) => conditionFaults(condition, `/conditions/${index}`)),
    ...filterFaults(rule.actions),
    ...actionFaults(rule.actions),
    ...windowFaults(rule),
  ];
}

function conditionFaults({ pattern }: RuleCondition, field: string): FieldError[] {
  return queryFaults(pattern, `${field}/pattern`, 'A pattern');
}

function queryFaults(text: string, field: string, what: string): FieldError[] {
  const normal = normalize(text);
  if (normal === '') return [fault(field, 'empty', `${what} needs at least one letter or digit.`)];
  if (normal.split(' ').length <= MAX_QUERY_WORDS) return [];
  return [fault(field, 'max_words', `${what} may have ${MAX_QUERY_WORDS} words: only so many of a query count.`)];
}

function filterFaults({ boost, bury, filter }: RuleActions): FieldError[] {
  const inActions = [
    ...boost.map((entry, index) => ({ value: entry.filter, path: ['actions', 'boost', index, 'filter'] })),
    ...bury.map((entry, index) => ({ value: entry.filter, path: ['actions', 'bury', index, 'filter'] })),
    ...(filter === null ? [] : [{ value: filter, path: ['actions', 'filter'] }]),
  ];
  return inActions.flatMap(({ value, path }) => {
    const { parts, errors } = parseFilter(value, path);
    if (errors.length > 0 || parts.length > 0) return errors;
    return [fault('/' + path.join('/'), 'empty', 'Name at least one field here.')];
  });
}

function actionFaults(actions: RuleActions): FieldError[] {
  const faults: FieldError[] = [];
  const { pin, hide, replace_query } = actions;
  const ids = new Set<string>();
  const positions = new Set<number>();
  pin.forEach(({ id, position }, index) => {
    const field = `/actions/pin/${index}`;
    if (ids.has(id)) faults.push(fault(`${field}/id`, 'duplicate', 'This item is pinned already.'));
    else if (hide.includes(id)) faults.push(fault(`${field}/id`, 'contradiction', 'This item is hidden by this rule.'));
    if (positions.has(position))
      faults.push(fault(`${field}/position`, 'duplicate', 'This position is taken already.'));
    ids.add(id);
    positions.add(position);
  });
  if (replace_query !== null) faults.push(...queryFaults(replace_query, '/actions/replace_query', 'A query'));
  const acts = Object.values(actions).some((action) => (Array.isArray(action) ? action.length > 0 : action !== null));
  if (!acts) faults.push(fault('/actions', 'empty', 'A rule needs at least one action.'));
  return faults;
}

function windowFaults({ starts_at, ends_at }: RuleDraft): FieldError[] {
  if (!starts_at || !ends_at || ends_at > starts_at) return [];
  return [fault('/ends_at', 'order', 'ends_at must be after starts_at.')];
}

function fault(field: string, code: string, message: string): FieldError {
  return { field, code, message };
}
