import { Module } from '@nestjs/common';
import { AccountsModule } from '../accounts/index.ts';
import { IdentityProvider } from './oidc/identity-provider.ts';
import { OidcController } from './oidc/oidc.controller.ts';
import { PanelConfigController } from './panel-config.controller.ts';
import { PanelFiles } from './panel-files.ts';
import { PanelPagesController } from './panel-pages.controller.ts';

/** The pages of the panel under `/panel`, and single sign-on. Owns no tables. */
@Module({
  imports: [AccountsModule],
  controllers: [OidcController, PanelConfigController, PanelPagesController],
  providers: [IdentityProvider, PanelFiles],
})
export class PanelModule {}
