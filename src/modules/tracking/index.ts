export { isClosed, ROLLUP_DELAY, SESSION_DAYS } from './day-marks.ts';
export { rawHorizon } from './horizon.ts';
export { addDays, dayAt, daysBetween, localDay, type LocalDay } from './local-days.ts';
export { pairsLock, REPEATED_SESSIONS, UNREPEATED } from './picked-pairs.ts';
export { NO_QUERIES, numbersLock, SET_BITS } from './query-numbers.ts';
export { AGGREGATE_MONTHS, Retention } from './retention.ts';
export { TrackingModule } from './tracking.module.ts';
