import { Module } from '@nestjs/common';
import { OutboundClient } from './outbound-client.ts';

/** Guarded requests to addresses that tenants chose. */
@Module({ providers: [OutboundClient], exports: [OutboundClient] })
export class OutboundModule {}
