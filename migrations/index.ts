import { Roles20261128000001 } from './20261128000001-roles.ts';
import { Foundation20261128000002 } from './20261128000002-foundation.ts';
import { Tracking20261128000003 } from './20261128000003-tracking.ts';
import { Connectors20261128000004 } from './20261128000004-connectors.ts';
import { SmartEvidence20261128000005 } from './20261128000005-smart-evidence.ts';
import { TrackingEventIndexes20261128000008 } from './20261128000008-tracking-event-indexes.ts';
import { Smart20261128000006 } from './20261128000006-smart.ts';
import { SmartEgress20261128000009 } from './20261128000009-smart-egress.ts';
import { Behaviour20261128000007 } from './20261128000007-behaviour.ts';
import { Accounts20261128000017 } from './20261128000017-accounts.ts';
import { Audit20261128000018 } from './20261128000018-audit.ts';
import { SmartWindows20261128000013 } from './20261128000013-smart-windows.ts';
import { KeySuccessors20261128000015 } from './20261128000015-key-successors.ts';
import { AttributionRollup20261128000024 } from './20261128000024-attribution-rollup.ts';
import { RollupSnapshots20261128000025 } from './20261128000025-rollup-snapshots.ts';
import { SignInAttempts20261128000026 } from './20261128000026-sign-in-attempts.ts';
import { QueryLists20261128000027 } from './20261128000027-query-lists.ts';
import { PickedPairs20261128000028 } from './20261128000028-picked-pairs.ts';
import { TemporaryTables20261129000030 } from './20261129000030-temporary-tables.ts';
import { FailedQueries20261129000031 } from './20261129000031-failed-queries.ts';
import { ItemMonths20261129000033 } from './20261129000033-item-months.ts';
import { QueryWeights20261130000050 } from './20261130000050-query-weights.ts';

/** In the order in which they run. A migration that has landed is never edited. */
export const migrations = [
  Roles20261128000001,
  Foundation20261128000002,
  Tracking20261128000003,
  Connectors20261128000004,
  SmartEvidence20261128000005,
  TrackingEventIndexes20261128000008,
  Smart20261128000006,
  SmartEgress20261128000009,
  Behaviour20261128000007,
  Accounts20261128000017,
  Audit20261128000018,
  SmartWindows20261128000013,
  KeySuccessors20261128000015,
  AttributionRollup20261128000024,
  RollupSnapshots20261128000025,
  SignInAttempts20261128000026,
  QueryLists20261128000027,
  PickedPairs20261128000028,
  TemporaryTables20261129000030,
  FailedQueries20261129000031,
  ItemMonths20261129000033,
  QueryWeights20261130000050,
];
