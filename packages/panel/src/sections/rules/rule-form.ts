import type { Rule, RuleBody } from './rules.ts';

/** What the editor shows. Actions that it has no field for stay as they are. */
export interface RuleForm {
  name: string;
  match: 'is' | 'starts' | 'ends' | 'contains';
  /** One a line. */
  patterns: string;
  pins: readonly string[];
  hidden: readonly string[];
  replace: string;
  redirect: string;
  priority: string;
  /** As a field of kind `datetime-local` has them, in the browser's time; empty: none. */
  starts: string;
  ends: string;
}

export function formOf(rule: Rule | null): RuleForm {
  const actions = rule?.actions;
  const pins = [...(actions?.pin ?? [])].sort((a, b) => a.position - b.position);
  return {
    name: rule?.name ?? '',
    match: rule?.conditions[0]?.match ?? 'is',
    patterns: rule?.conditions.map(({ pattern }) => pattern).join('\n') ?? '',
    pins: pins.map(({ id }) => id),
    hidden: actions?.hide ?? [],
    replace: actions?.replace_query ?? '',
    redirect: actions?.redirect ?? '',
    priority: String(rule?.priority ?? 0),
    starts: localTime(rule?.starts_at ?? null),
    ends: localTime(rule?.ends_at ?? null),
  };
}

export function bodyOf(form: RuleForm, rule: Rule | null): RuleBody {
  const before = rule?.conditions ?? [];
  const positions = new Map(rule?.actions.pin?.map(({ id, position }) => [id, position]));
  const inOrder = form.pins.every(
    (id, at) => at === 0 || (positions.get(id) ?? 0) > (positions.get(form.pins[at - 1]!) ?? 0),
  );
  return {
    name: form.name.trim(),
    priority: Number(form.priority) || 0,
    conditions: lines(form.patterns).map((pattern) => {
      // Channel and language of a condition have no field here, nor do several ways to match in one rule: they stay.
      const known = before.find((condition) => condition.pattern === pattern);
      const match = known && form.match === before[0]!.match ? known.match : form.match;
      return { ...known, match, pattern };
    }),
    actions: {
      ...rule?.actions,
      // Pins that nobody moved keep their places, which may have gaps.
      pin: form.pins.map((id, at) => ({ id, position: inOrder && positions.has(id) ? positions.get(id)! : at + 1 })),
      hide: [...form.hidden],
      replace_query: form.replace.trim() || null,
      redirect: form.redirect.trim() || null,
    },
    starts_at: moment(form.starts),
    ends_at: moment(form.ends),
  };
}

const lines = (text: string): string[] => [
  ...new Set(
    text
      .split('\n')
      .map((line) => line.trim())
      .filter((line) => line !== ''),
  ),
];

function localTime(at: string | null): string {
  if (!at) return '';
  const date = new Date(at);
  return new Date(date.getTime() - date.getTimezoneOffset() * 60_000).toISOString().slice(0, 16);
}

const moment = (local: string): string | null => (local === '' ? null : new Date(local).toISOString());
