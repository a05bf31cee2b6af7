import { Module } from '@nestjs/common';
import { AiModule } from './ai/index.ts';

/** Learning from what shoppers did: nightly runs, suggestions, and what becomes of them. */
@Module({ imports: [AiModule] })
export class SmartModule {}
