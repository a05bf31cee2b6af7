/**
 * What an outside team imports to compose and extend the service (docs/extending.md). Everything else is internal and may
 * change with any release.
 */

/** The whole service from options, and the settings that the environment gives. */
export { createApplication, type ApplicationOptions } from './create-application.ts';
export { loadSettings, SETTINGS, SettingsError, type Settings } from './config/settings.ts';

/** Who may call a route, and on whose behalf it runs. */
export { CurrentCaller, OpenRoute, RequireKey, Tenant, type RouteOptions } from './platform/tenancy/index.ts';
export { tenantContext, type Caller, type KeyKind, type TenantContext } from './kernel/tenant-context.ts';

/** Failures: codes of the catalogue, and codes of your own. */
export { ApiError, defineErrors, type ErrorCode, type ErrorDefinition, type FieldError } from './kernel/errors.ts';

/** Requests: validated bodies and query strings, pages. */
export { IgnoreUnknownFields, NoQuery, PageQuery } from './platform/http/index.ts';
export type { Page, PageRequest } from './kernel/paging.ts';

/** Data: transactions with row-level security, signals between processes, durable jobs. */
export { Database, isolateTenants, type Transaction } from './platform/database/index.ts';
export { SignalBus, TenantCache, type Signal } from './platform/events/index.ts';
export { Jobs, type JobDefinition } from './platform/jobs/index.ts';
export { CLOCK, type Clock } from './kernel/clock.ts';

/** The engine seam: implement it, prove it with the conformance cases, pass it to `createApplication`. */
export { SEARCH_ENGINE, EngineError, type SearchEngine, type SearchIndex } from './engine/port/index.ts';
export { createEmbeddedEngine } from './engine/embedded/index.ts';

/** What the built-in modules offer to others. */
export { TenantsService, SettingsReader, type TenantSettings } from './modules/tenants/index.ts';
export { KeysService } from './modules/auth/index.ts';
export { IndexingModule, IndexingService } from './modules/indexing/index.ts';
