import * as behaviour from './behaviour-cases.ts';
import * as catalog from './catalog-cases.ts';
import * as changes from './change-cases.ts';
import * as ranking from './ranking-cases.ts';
import * as text from './text-cases.ts';
import { similar } from './similar-cases.ts';
import type { ConformanceGroup, SimilarCase } from './case.ts';

export * from './case.ts';

/** What every adapter of the port must answer, grouped by behaviour. */
export const CONFORMANCE: readonly ConformanceGroup[] = [
  ...Object.values(text),
  ...Object.values(ranking),
  ...Object.values(catalog),
  ...Object.values(changes),
  ...Object.values(behaviour),
];

/** The same for `similar`. */
export const SIMILAR: readonly SimilarCase[] = similar;
