import type { Rule, RuleBody } from '../rules.ts';
import { filterFormOf, filterOf, newFilter, newKey, type FilterForm } from './filter-form.ts';

export const MATCHES = ['is', 'starts', 'ends', 'contains'] as const;
export const CHANNELS = ['overlay', 'results_page'] as const;

export interface ConditionForm {
  key: number;
  match: (typeof MATCHES)[number];
  pattern: string;
  channel: '' | (typeof CHANNELS)[number];
  locale: string;
}

export interface PinForm {
  id: string;
  place: string;
}

/** `weight` is nothing to a product that is buried. */
export interface MoveForm {
  key: number;
  filter: FilterForm;
  weight: string;
}

export interface BannerForm {
  title: string;
  text: string;
  image: string;
  url: string;
}

/** A rule as its editor holds it: what is typed, also what is not sound yet. */
export interface RuleForm {
  name: string;
  /** Any of them; none: every search. */
  conditions: readonly ConditionForm[];
  pins: readonly PinForm[];
  hidden: readonly string[];
  boosts: readonly MoveForm[];
  buries: readonly MoveForm[];
  filter: FilterForm | null;
  replace: string;
  redirect: string;
  banner: BannerForm;
  priority: string;
  /** As a field of kind `datetime-local` has them, in the browser's time; empty: none. */
  starts: string;
  ends: string;
}

export const newCondition = (pattern = '', like?: ConditionForm): ConditionForm => ({
  ...(like ?? { match: 'is', channel: '', locale: '' }),
  key: newKey(),
  pattern,
});
export const newMove = (): MoveForm => ({ key: newKey(), filter: newFilter(), weight: '2' });

export function formOf(rule: Rule | null): RuleForm {
  const actions = rule?.actions;
  const moveOf = ({ filter, weight }: { filter: Record<string, unknown>; weight?: number }): MoveForm => ({
    key: newKey(),
    filter: filterFormOf(filter),
    weight: String(weight ?? ''),
  });
  return {
    name: rule?.name ?? '',
    conditions: rule?.conditions.map(conditionFormOf) ?? [newCondition()],
    pins: inOrder(actions?.pin?.map(({ id, position }) => ({ id, place: String(position) })) ?? []),
    hidden: actions?.hide ?? [],
    boosts: actions?.boost?.map(moveOf) ?? [],
    buries: actions?.bury?.map(moveOf) ?? [],
    filter: actions?.filter ? filterFormOf(actions.filter) : null,
    replace: actions?.replace_query ?? '',
    redirect: actions?.redirect ?? '',
    banner: {
      title: actions?.banner?.title ?? '',
      text: actions?.banner?.text ?? '',
      image: actions?.banner?.image ?? '',
      url: actions?.banner?.url ?? '',
    },
    priority: String(rule?.priority ?? 0),
    starts: localTime(rule?.starts_at ?? null),
    ends: localTime(rule?.ends_at ?? null),
  };
}

const conditionFormOf = ({ match, pattern, channel, locale }: Rule['conditions'][number]): ConditionForm => ({
  key: newKey(),
  match,
  pattern,
  channel: channel ?? '',
  locale: locale ?? '',
});

/** The entries keep their order, so that the service's pointers name the lines of the form. */
export function bodyOf(form: RuleForm): RuleBody {
  const { banner } = form;
  return {
    name: form.name.trim(),
    priority: Number(form.priority),
    conditions: form.conditions.map(({ match, pattern, channel, locale }) => ({
      match,
      pattern: pattern.trim(),
      channel: channel === '' ? null : channel,
      locale: locale.trim() || null,
    })),
    actions: {
      pin: form.pins.map(({ id, place }) => ({ id, position: Number(place) })),
      hide: [...form.hidden],
      boost: form.boosts.map(({ filter, weight }) => ({ filter: filterOf(filter), weight: Number(weight) })),
      bury: form.buries.map(({ filter }) => ({ filter: filterOf(filter) })),
      filter: form.filter && filterOf(form.filter),
      replace_query: form.replace.trim() || null,
      redirect: form.redirect.trim() || null,
      banner: hasBanner(banner)
        ? {
            title: banner.title.trim(),
            text: banner.text.trim() || null,
            image: banner.image.trim() || null,
            url: banner.url.trim() || null,
          }
        : null,
    },
    starts_at: moment(form.starts),
    ends_at: moment(form.ends),
  };
}

export const hasBanner = (banner: BannerForm): boolean => Object.values(banner).some((text) => text.trim() !== '');

export const inOrder = (pins: readonly PinForm[]): PinForm[] =>
  pins.toSorted((a, b) => Number(a.place) - Number(b.place));

/** In another order they share the same places, which may have gaps; who is new comes last. */
export function pinsOf(pins: readonly PinForm[], ids: readonly string[]): PinForm[] {
  if (ids.length === pins.length) return ids.map((id, at) => ({ id, place: pins[at]!.place }));
  const last = Math.max(0, ...pins.map(({ place }) => Number(place) || 0));
  return ids.map((id) => pins.find((pin) => pin.id === id) ?? { id, place: String(last + 1) });
}

function localTime(at: string | null): string {
  if (!at) return '';
  const date = new Date(at);
  return new Date(date.getTime() - date.getTimezoneOffset() * 60_000).toISOString().slice(0, 16);
}

const moment = (local: string): string | null => (local === '' ? null : new Date(local).toISOString());
