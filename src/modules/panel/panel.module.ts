import { Module } from '@nestjs/common';
import { AccountsModule } from '../accounts/index.ts';
import { PanelConfigController } from './panel-config.controller.ts';
import { PanelFiles } from './panel-files.ts';
import { PanelPagesController } from './panel-pages.controller.ts';

/** The pages of the panel under `/panel`. Owns no tables. */
@Module({
  imports: [AccountsModule],
  controllers: [PanelConfigController, PanelPagesController],
  providers: [PanelFiles],
})
export class PanelModule {}
