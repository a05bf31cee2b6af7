import { Module } from '@nestjs/common';
import { TenantsModule } from '../tenants/index.ts';
import { BootstrapController } from './bootstrap.controller.ts';
import { BootstrapService } from './bootstrap.service.ts';
import { BrowserFiles } from './browser-files.ts';

/** What a shop's page loads: the script of the SDK with its settings, and the files it fetches. Owns no tables. */
@Module({
  imports: [TenantsModule],
  controllers: [BootstrapController],
  providers: [BootstrapService, BrowserFiles],
  exports: [BrowserFiles],
})
export class BootstrapModule {}
