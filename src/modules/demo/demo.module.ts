import { Module } from '@nestjs/common';
import { AccountsModule } from '../accounts/index.ts';
import { AuthModule } from '../auth/index.ts';
import { BootstrapModule } from '../bootstrap/index.ts';
import { IndexingModule } from '../indexing/index.ts';
import { ItemsModule } from '../items/index.ts';
import { DemoController } from './demo.controller.ts';
import { DemoShop } from './demo-shop.ts';
import { StorefrontController } from './storefront.controller.ts';
import { Storefront } from './storefront/storefront.ts';

/** The shop that a first start creates, and its pages. Owns no tables: it uses the others as an outside team would. */
@Module({
  imports: [AccountsModule, AuthModule, BootstrapModule, IndexingModule, ItemsModule],
  controllers: [DemoController, StorefrontController],
  providers: [DemoShop, Storefront],
  exports: [DemoShop],
})
export class DemoModule {}
