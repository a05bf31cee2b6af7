import { Global, Module } from '@nestjs/common';
import { SignalBus } from './signal-bus.ts';

@Global()
@Module({ providers: [SignalBus], exports: [SignalBus] })
export class EventsModule {}
