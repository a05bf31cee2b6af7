export { RedisLink } from './redis-link.ts';
export { REDIS, RedisModule } from './redis.module.ts';
export { SharedWindowStorage } from './shared-window.storage.ts';
