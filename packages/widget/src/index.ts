export { MirabelSearch } from './element/mirabel-search.ts';
export { DirectClient, type ServiceAddress } from './core/direct-client.ts';
export { failureOf, type Failure } from './core/failure.ts';
export {
  Overlay,
  optionsOf,
  type Choice,
  type Option,
  type OverlaySettings,
  type OverlayState,
} from './core/overlay.ts';
export { readRequest, writeRequest, type ResultsRequest } from './core/request.ts';
export { Results, type ResultsSettings, type ResultsState } from './core/results.ts';
export type { Timers } from './core/timers.ts';
export type * from './core/wire.ts';
export { Texts, type Messages } from './messages/index.ts';
