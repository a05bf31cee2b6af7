export { elseKept, type Loading } from './else-kept.ts';
export { EventsModule } from './events.module.ts';
export { SignalBus, type Signal } from './signal-bus.ts';
export { TenantCache, type TenantCacheOptions } from './tenant-cache.ts';
