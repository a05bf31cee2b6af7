import { Module } from '@nestjs/common';
import { AuthModule } from '../auth/index.ts';
import { IndexingModule } from '../indexing/index.ts';
import { DemoController } from './demo.controller.ts';
import { DemoShop } from './demo-shop.ts';

/** The shop that a first start creates. Owns no tables: it uses the others as an outside team would. */
@Module({
  imports: [AuthModule, IndexingModule],
  controllers: [DemoController],
  providers: [DemoShop],
  exports: [DemoShop],
})
export class DemoModule {}
