import { Global, Module } from '@nestjs/common';
import { RateLimitPolicy } from '../../platform/http/index.ts';
import { SettingsController } from './settings.controller.ts';
import { SettingsRateLimitPolicy, SettingsReader } from './settings.reader.ts';
import { TenantsRepository } from './tenants.repository.ts';
import { TenantsService } from './tenants.service.ts';

/**
 * Shops and their settings. Global because the rate limit of every route is a setting.
 * Owns `tenants` and `tenant_settings`. Sends the signals `settings`, `keys` and `tenant-deleted`.
 */
@Global()
@Module({
  controllers: [SettingsController],
  providers: [
    TenantsRepository,
    TenantsService,
    SettingsReader,
    { provide: RateLimitPolicy, useClass: SettingsRateLimitPolicy },
  ],
  exports: [TenantsService, SettingsReader, RateLimitPolicy],
})
export class TenantsModule {}
