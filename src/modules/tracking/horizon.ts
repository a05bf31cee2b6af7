import type { TenantSettings } from '../tenants/index.ts';
import { addDays, dayAt, localDay, type LocalDay } from './local-days.ts';

/** The first local day of which raw events are whole. Days before it are known by their rollups alone. */
export function rawHorizon(settings: Pick<TenantSettings, 'timezone' | 'retention_days'>, now: number): LocalDay {
  const today = dayAt(now, settings.timezone).day;
  return localDay(addDays(today, -settings.retention_days), settings.timezone);
}
