import type { CatalogDocument } from '../../engine/port/index.ts';
import type { PreparedDocument } from './document.ts';

/** The feeding catalogue of a document. */
export const SOURCE = /^[A-Za-z0-9._-]{1,64}$/;
export const SOURCE_HELP = 'source must be 1 to 64 letters, digits, dots, dashes or underscores.';

/** A stored document with where it came from. */
export interface Item {
  document: CatalogDocument;
  source: string;
  /** The catalogue version in which it last changed. */
  version: number;
  indexedAt: Date;
}

export type CatalogWrite =
  { kind: 'upsert'; id: string; source: string; prepared: PreparedDocument } | { kind: 'delete'; id: string };

export type WriteStatus = 'created' | 'updated' | 'unchanged' | 'deleted' | 'absent';

export interface WriteOutcome {
  /** What became of each id. */
  statuses: ReadonlyMap<string, WriteStatus>;
  /** The catalogue's version after the write; unchanged when nothing changed. */
  version: number;
}
