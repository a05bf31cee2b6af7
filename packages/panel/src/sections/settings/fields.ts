import type { Schemas } from '../../api/client.ts';

export type Settings = Schemas['SettingsResponse'];

export interface Field {
  name: Exclude<keyof Settings, 'business_memory_md'>;
  kind: 'text' | 'number' | 'choice' | 'yes_no' | 'lines';
  /** Costs money, or concerns what is kept of shoppers. */
  owner?: true;
  min?: number;
  max?: number;
  step?: number;
  choices?: readonly string[];
}

/** What shoppers find, what is learned, what is kept and paid. The business memory stands beside the suggestions. */
export const GROUPS = {
  search: [
    { name: 'locale', kind: 'text' },
    { name: 'timezone', kind: 'text' },
    { name: 'typo_tolerance', kind: 'yes_no' },
    { name: 'searchable_fields', kind: 'lines' },
    { name: 'facet_fields', kind: 'lines' },
  ],
  learning: [
    { name: 'smart_mode', kind: 'choice', choices: ['off', 'shadow', 'hybrid', 'auto'] },
    { name: 'hybrid_confidence_threshold', kind: 'number', min: 0, max: 1, step: 0.01 },
    { name: 'auto_confidence_threshold', kind: 'number', min: 0, max: 1, step: 0.01 },
    { name: 'smart_hour', kind: 'number', min: 0, max: 23, step: 1 },
    { name: 'smart_max_query_length', kind: 'number', min: 1, max: 512, step: 1 },
  ],
  owners: [
    { name: 'rate_limit_per_minute', kind: 'number', min: 1, max: 100_000, step: 1, owner: true },
    { name: 'retention_days', kind: 'number', min: 1, max: 730, step: 1, owner: true },
    { name: 'honour_gpc', kind: 'yes_no', owner: true },
    { name: 'ai_budget_cents_per_run', kind: 'number', min: 0, max: 1_000_000, step: 1, owner: true },
    { name: 'ai_budget_cents_per_month', kind: 'number', min: 0, max: 1_000_000, step: 1, owner: true },
  ],
} as const satisfies Record<string, readonly Field[]>;

export const FIELDS: readonly Field[] = Object.values(GROUPS).flat();

/** As it stands in a form. */
export function shown({ kind }: Field, value: unknown): string {
  if (kind === 'lines') return ((value as string[] | null) ?? []).join('\n');
  return String(value);
}

function read({ name, kind }: Field, text: string): unknown {
  if (kind === 'number') return Number(text);
  if (kind === 'yes_no') return text === 'true';
  if (kind !== 'lines') return text.trim();
  const lines = text.split('\n').flatMap((line) => line.trim() || []);
  // Nothing named: the order of the service.
  return lines.length === 0 && name === 'searchable_fields' ? null : lines;
}

/** What the form says otherwise than these settings. */
export function changedIn(form: FormData, settings: Settings): Partial<Settings> {
  const changes = FIELDS.flatMap((field) => {
    const text = form.get(field.name);
    if (typeof text !== 'string' || text === shown(field, settings[field.name])) return [];
    return [[field.name, read(field, text)] as const];
  });
  return Object.fromEntries(changes) as Partial<Settings>;
}
