import type { FieldError } from '../../../kernel/errors.ts';
import { draftFaults, tidyDraft, type SynonymDraft } from '../synonym.ts';

export const SYNONYM_FORMATS = ['csv', 'solr'] as const;
export type SynonymFormat = (typeof SYNONYM_FORMATS)[number];

export interface LineError {
  /** From 1. */
  line: number;
  code: string;
  message: string;
}

/** A synonym of an imported text and the line it stands on. */
export interface Entry {
  line: number;
  draft: SynonymDraft;
}

export interface ParsedText {
  entries: Entry[];
  errors: LineError[];
}

/** Collects what an imported text holds; a line that is wrong does not lose the others. */
export class EntryCollector implements ParsedText {
  readonly entries: Entry[] = [];
  readonly errors: LineError[] = [];

  add(line: number, draft: SynonymDraft): void {
    const tidied = tidyDraft(draft);
    const [first] = draftFaults(tidied);
    if (first) this.fail(line, first.code, describe(first));
    else this.entries.push({ line, draft: tidied });
  }

  fail(line: number, code: string, message: string): void {
    this.errors.push({ line, code, message });
  }
}

function describe({ field, message }: FieldError): string {
  const index = /^\/terms\/(\d+)$/.exec(field)?.[1];
  return index === undefined ? message : `Term ${Number(index) + 1}: ${message}`;
}
