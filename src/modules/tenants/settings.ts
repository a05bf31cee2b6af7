import { ApiError } from '../../kernel/errors.ts';
import type { Role } from '../../kernel/tenant-context.ts';

/** Settings of a tenant with their bounds (section 6 of the contract, section 2.9 of the API document). */
export interface TenantSettings {
  smart_mode: SmartMode;
  hybrid_confidence_threshold: number;
  auto_confidence_threshold: number;
  business_memory_md: string;
  smart_max_query_length: number;
  smart_hour: number;
  timezone: string;
  locale: string;
  rate_limit_per_minute: number;
  retention_days: number;
  honour_gpc: boolean;
  ai_budget_cents_per_run: number;
  ai_budget_cents_per_month: number;
  searchable_fields: string[] | null;
  facet_fields: string[];
  typo_tolerance: boolean;
}

export const SMART_MODES = ['off', 'shadow', 'hybrid', 'auto'] as const;
export type SmartMode = (typeof SMART_MODES)[number];

export const DEFAULT_SETTINGS: Readonly<TenantSettings> = {
  smart_mode: 'shadow',
  hybrid_confidence_threshold: 0.65,
  auto_confidence_threshold: 0.85,
  business_memory_md: '',
  smart_max_query_length: 20,
  smart_hour: 3,
  timezone: 'UTC',
  locale: 'en',
  rate_limit_per_minute: 300,
  retention_days: 90,
  honour_gpc: true,
  ai_budget_cents_per_run: 100,
  ai_budget_cents_per_month: 1000,
  searchable_fields: null,
  facet_fields: ['brand', 'categories', 'price'],
  typo_tolerance: true,
};

export const SETTING_LIMITS = {
  businessMemory: 5000,
  maxQueryLength: { min: 1, max: 512 },
  rateLimit: { min: 1, max: 100_000 },
  retentionDays: { min: 1, max: 730 },
  aiBudgetCents: { min: 0, max: 1_000_000 },
  fields: 50,
} as const;

/** What costs money, or decides what is kept of shoppers. */
const OWNERS_SETTINGS = [
  'rate_limit_per_minute',
  'retention_days',
  'honour_gpc',
  'ai_budget_cents_per_run',
  'ai_budget_cents_per_month',
] as const satisfies readonly (keyof TenantSettings)[];

/** @throws ApiError `insufficient_role` when a person who is no owner changes one of theirs */
export function refuseOwnersSettings(role: Role, patch: Partial<TenantSettings>): void {
  const theirs = OWNERS_SETTINGS.filter((name) => patch[name] !== undefined);
  if (theirs.length === 0) return;
  throw new ApiError('insufficient_role', `Only an owner changes ${theirs.join(', ')}; your role is ${role}.`, {
    members: { role, needed_role: 'owner' },
  });
}

/** Below this a suggestion is more likely wrong than right. */
const DOUBTFUL_CONFIDENCE = 0.5;

export interface SettingsWarning {
  field: string;
  message: string;
}

/** What deserves a word when it is stored, though it is allowed. */
export function settingsWarnings(settings: TenantSettings): SettingsWarning[] {
  const field =
    settings.smart_mode === 'hybrid'
      ? 'hybrid_confidence_threshold'
      : settings.smart_mode === 'auto'
        ? 'auto_confidence_threshold'
        : null;
  if (!field || settings[field] >= DOUBTFUL_CONFIDENCE) return [];
  return [
    {
      field,
      message: `In mode ${settings.smart_mode}, suggestions from a confidence of ${settings[field]} are applied without review: many of them will be wrong.`,
    },
  ];
}

export function isTimeZone(value: unknown): boolean {
  if (typeof value !== 'string' || !/^[A-Za-z]/.test(value)) return false;
  try {
    return new Intl.DateTimeFormat('en', { timeZone: value }).resolvedOptions().timeZone !== '';
  } catch {
    return false;
  }
}

/** The canonical BCP 47 tag, or null. */
export function canonicalLocale(value: unknown): string | null {
  if (typeof value !== 'string') return null;
  try {
    return Intl.getCanonicalLocales(value)[0] ?? null;
  } catch {
    return null;
  }
}

const TEXT_FIELDS = new Set(['title', 'description', 'brand', 'categories', 'tags', 'sku', 'gtin', 'attributes']);
const FACET_FIELDS = new Set([
  'brand',
  'categories',
  'docType',
  'tags',
  'price',
  'in_stock',
  'stock',
  'rating',
  'currency',
]);
const ATTRIBUTE = /^attributes(?:\.[^.\s][^.]{0,99}){1,5}$/;

export function isSearchableField(value: unknown): boolean {
  return typeof value === 'string' && (TEXT_FIELDS.has(value) || ATTRIBUTE.test(value));
}

export function isFacetField(value: unknown): boolean {
  return typeof value === 'string' && (FACET_FIELDS.has(value) || ATTRIBUTE.test(value));
}
