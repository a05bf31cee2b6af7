export {
  canonicalLocale,
  isFacetField,
  isSearchableField,
  SMART_MODES,
  type SmartMode,
  type TenantSettings,
} from './settings.ts';
export { SettingsReader } from './settings.reader.ts';
export type { Tenant } from './tenants.repository.ts';
export { TenantsModule } from './tenants.module.ts';
export { TenantsService } from './tenants.service.ts';
