export { parseAllowedOrigin, type ApiKey, type NewApiKey } from './api-key.ts';
export { AuthModule } from './auth.module.ts';
export { KeysService, type KeyInput } from './keys.service.ts';
