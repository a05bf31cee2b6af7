export type Scalar = string | number | boolean;
export type Filter = Record<string, unknown>;

const BOUNDS = ['gte', 'lte', 'gt', 'lt'] as const;
export const OPERATORS = ['is', 'not', ...BOUNDS] as const;
export type Operator = (typeof OPERATORS)[number];

/** One thing that is asked of a product. */
export interface FilterLine {
  key: number;
  field: string;
  operator: Operator;
  /** Of `is` and `not`: one of them. */
  values: readonly Scalar[];
  /** Of the others, as it is typed. */
  bound: string;
}

/** Lines, all of which must hold; or the filter as JSON where lines can not say it (or somebody prefers it). */
export interface FilterForm {
  lines: readonly FilterLine[];
  json: string | null;
}

export type FilterFault = 'fault_filter_empty' | 'fault_filter_value' | 'fault_filter_twice' | 'fault_filter_json';

type Kind = 'text' | 'number' | 'boolean' | 'date' | 'any';
/** Of the service's documents; `attributes` stands for one that is named. */
export const FIELD_KINDS = {
  brand: 'text',
  categories: 'text',
  tags: 'text',
  price: 'number',
  in_stock: 'boolean',
  stock: 'number',
  rating: 'number',
  popularity: 'number',
  docType: 'text',
  currency: 'text',
  id: 'text',
  sku: 'text',
  gtin: 'text',
  created_at: 'date',
  updated_at: 'date',
  attributes: 'any',
} as const satisfies Record<string, Kind>;
export type KnownField = keyof typeof FIELD_KINDS;

export const ATTRIBUTE = 'attributes.';
/** What the field is in the list of fields. */
export const knownField = (field: string): KnownField =>
  field.startsWith(ATTRIBUTE) ? 'attributes' : (field as KnownField);

const OPERATORS_OF: Record<Kind, readonly Operator[]> = {
  text: ['is', 'not'],
  boolean: ['is'],
  number: OPERATORS,
  date: BOUNDS,
  any: OPERATORS,
};
export const operatorsOf = (field: string): readonly Operator[] => OPERATORS_OF[FIELD_KINDS[knownField(field)]];

let keys = 0;
/** Tells entries of a list apart while they are edited. */
export const newKey = (): number => ++keys;

export const newLine = (field = 'brand'): FilterLine => {
  const [operator] = operatorsOf(field);
  return { key: newKey(), field, operator: operator!, values: field === 'in_stock' ? [true] : [], bound: '' };
};
export const newFilter = (): FilterForm => ({ lines: [newLine()], json: null });

export function filterFormOf(filter: Filter): FilterForm {
  const lines = linesOf(filter);
  return lines ? { lines, json: null } : { lines: [], json: JSON.stringify(filter, null, 2) };
}

/** Null for what lines can not say. */
export function linesOf(filter: unknown): FilterLine[] | null {
  if (!isObject(filter)) return null;
  const lines: FilterLine[] = [];
  for (const [field, value] of Object.entries(filter)) {
    const said = field === 'not' ? refusalsOf(value) : linesAbout(field, value);
    if (!said) return null;
    lines.push(...said);
  }
  return lines;
}

function linesAbout(field: string, value: unknown): FilterLine[] | null {
  if (!Object.hasOwn(FIELD_KINDS, knownField(field)) || field === 'attributes') return null;
  const line = (operator: Operator, more: Partial<FilterLine>): FilterLine => ({
    key: newKey(),
    field,
    operator,
    values: [],
    bound: '',
    ...more,
  });
  if (!isObject(value)) {
    const values = Array.isArray(value) ? value : [value];
    const sound = values.every(isScalar) && (FIELD_KINDS[knownField(field)] !== 'boolean' || values.length === 1);
    return sound ? [line('is', { values })] : null;
  }
  const bounds = Object.entries(value);
  const sound = bounds.every(([name, bound]) => BOUNDS.some((known) => known === name) && isScalar(bound));
  return sound ? bounds.map(([name, bound]) => line(name as Operator, { bound: String(bound) })) : null;
}

/** `not` of one thing, or of any of several: each is a line. */
function refusalsOf(value: unknown): FilterLine[] | null {
  const several = isObject(value) && Object.keys(value).length === 1 && Array.isArray(value.any) ? value.any : [value];
  const lines = several.map((one: unknown) => {
    const said = linesOf(one);
    return said?.length === 1 && said[0]!.operator === 'is' ? { ...said[0]!, operator: 'not' as const } : null;
  });
  return lines.every((line) => line !== null) && lines.every(({ field }) => operatorsOf(field).includes('not'))
    ? lines
    : null;
}

/** The filter as the service takes it. What is not sound (`filterFault`) is left out. */
export function filterOf({ lines, json }: FilterForm): Filter {
  if (json !== null) return (parsed(json) as Filter | null) ?? {};
  const filter: Filter = {};
  const refused: Filter[] = [];
  for (const { field, operator, values, bound } of lines) {
    if (operator === 'is') filter[field] = [...values];
    else if (operator === 'not') refused.push({ [field]: [...values] });
    else filter[field] = { ...(isObject(filter[field]) ? filter[field] : {}), [operator]: boundOf(field, bound) };
  }
  if (refused.length > 0) filter.not = refused.length === 1 ? refused[0] : { any: refused };
  return filter;
}

export function filterFault({ lines, json }: FilterForm): FilterFault | null {
  if (json !== null) {
    const filter = parsed(json);
    if (!isObject(filter)) return 'fault_filter_json';
    return Object.keys(filter).length === 0 ? 'fault_filter_empty' : null;
  }
  if (lines.length === 0) return 'fault_filter_empty';
  const asked = new Map<string, Operator[]>();
  for (const { field, operator, values, bound } of lines) {
    if (field === ATTRIBUTE) return 'fault_filter_empty';
    const listed = operator === 'is' || operator === 'not';
    if (listed ? values.length === 0 : boundOf(field, bound) === null) return 'fault_filter_value';
    if (operator === 'not') continue;
    // A field is asked for by its values or by bounds, each bound once.
    const before = asked.get(field) ?? [];
    const clash = operator === 'is' ? before.length > 0 : before.includes('is') || before.includes(operator);
    if (clash) return 'fault_filter_twice';
    asked.set(field, [...before, operator]);
  }
  return null;
}

/** What somebody typed as a value: a number where the field has numbers; of an attribute both, whichever it has. */
export function valuesOf(field: string, typed: string): Scalar[] {
  const text = typed.trim();
  const number = text === '' ? Number.NaN : Number(text);
  const kind = FIELD_KINDS[knownField(field)];
  if (kind === 'number') return Number.isFinite(number) ? [number] : [];
  if (kind === 'any' && Number.isFinite(number)) return [text, number];
  return text === '' ? [] : [text];
}

function boundOf(field: string, bound: string): string | number | null {
  const text = bound.trim();
  if (FIELD_KINDS[knownField(field)] === 'date') return Number.isNaN(Date.parse(text)) ? null : text;
  return text !== '' && Number.isFinite(Number(text)) ? Number(text) : null;
}

function parsed(json: string): unknown {
  try {
    return JSON.parse(json);
  } catch {
    return null;
  }
}

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
const isScalar = (value: unknown): value is Scalar =>
  typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean';
