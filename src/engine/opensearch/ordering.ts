import type { ItemAppeal, ItemBehaviour, SearchQuery, Sort } from '../port/index.ts';
import type { Json } from './cluster.ts';
import { CORE_NUMBERS } from './document.ts';
import { idsFilter, toFilter } from './filter.ts';

/** Pins come to the front, where they are found whatever they match. */
const PINNED = 20_000;
/** Boosts and behaviour decide among hits that match alike: all of them together stay below one step of a match. */
const BOOST = 0.35;
const BEHAVIOUR = 0.004;
/** Items whose behaviour goes with a question: those that it moves most. */
const MOST_ITEMS = 1_000;
const TIES: Json[] = [{ popularity: 'desc' }, { id: 'asc' }];

/** What goes into the score beside the words. */
export function orderQueries(query: SearchQuery, items: readonly ItemBehaviour[]): Json[] {
  if (query.sort.by !== 'relevance') return [];
  const pins = query.pins.length === 0 ? [] : [constant(idsFilter(query.pins.map(({ id }) => id)), PINNED)];
  return [...pins, ...boostQueries(query), ...behaviourQueries(query, items)];
}

/** Sums of logarithms order as products do; what is buried is what the others are lifted over. */
function boostQueries({ boosts }: SearchQuery): Json[] {
  return boosts
    .filter(({ weight }) => weight > 0 && weight !== 1)
    .map(({ filter, weight }) => {
      const lifted = weight > 1 ? toFilter(filter) : { bool: { must_not: [toFilter(filter)] } };
      return constant(lifted, BOOST * Math.min(2, Math.abs(Math.log10(weight))));
    });
}

function behaviourQueries(query: SearchQuery, items: readonly ItemBehaviour[]): Json[] {
  const steps = new Map<number, string[]>();
  const add = (id: string, step: number): void => {
    if (step !== 0) steps.set(step, [...(steps.get(step) ?? []), id]);
  };
  const own = new Map<string, ItemAppeal>(query.text ? query.behaviour.map((one) => [one.id, one]) : []);
  for (const { id, appeal } of own.values()) add(id, bounded(appeal));
  const valueOf = ({ appeal, demand }: ItemBehaviour): number => bounded(query.text ? appeal : Math.max(0, demand));
  const moved = items.filter((item) => !own.has(item.id) && valueOf(item) !== 0);
  const most =
    moved.length <= MOST_ITEMS ? moved : moved.toSorted((a, b) => Math.abs(valueOf(b)) - Math.abs(valueOf(a)));
  for (const item of most.slice(0, MOST_ITEMS)) add(item.id, valueOf(item));
  return [...steps].map(([step, ids]) =>
    step > 0
      ? constant(idsFilter(ids), BEHAVIOUR * step)
      : constant({ bool: { must_not: [idsFilter(ids)] } }, -BEHAVIOUR * step),
  );
}

function bounded(steps: number): number {
  return Math.max(-10, Math.min(10, Math.round(steps)));
}

export function constant(filter: Json, boost: number): Json {
  return { constant_score: { filter, boost } };
}

export function toSort(sort: Sort): Json[] {
  switch (sort.by) {
    case 'relevance':
      return [{ _score: 'desc' }, ...TIES];
    case 'popularity':
      return TIES;
    case 'newest':
      return [{ 'core.created_at': { order: 'desc', missing: '_last' } }, ...TIES];
    case 'field':
      return [...fieldSort(sort.field, sort.direction), ...TIES];
  }
}

function fieldSort(field: string, order: 'asc' | 'desc'): Json[] {
  if (CORE_NUMBERS.has(field)) return [{ [`core.${field}`]: { order, missing: '_last', mode: 'min' } }];
  const nested = (path: string, value: string): Json => ({
    [`${path}.${value}`]: {
      order,
      missing: '_last',
      mode: 'min',
      nested: { path, filter: { term: { [`${path}.f`]: field } } },
    },
  });
  return [nested('numbers', 'v'), nested('texts', 's')];
}
