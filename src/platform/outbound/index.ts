export type { AllowPrivate } from './address-policy.ts';
export { OUTBOUND_RESOLVER, type Resolver } from './guarded-agent.ts';
export { OutboundClient, type OutboundAnswer, type OutboundRequest, type Validators } from './outbound-client.ts';
export { OutboundError } from './outbound-error.ts';
export { OutboundModule } from './outbound.module.ts';
