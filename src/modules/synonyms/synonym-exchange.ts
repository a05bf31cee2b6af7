import { Inject, Injectable } from '@nestjs/common';
import { CLOCK, type Clock } from '../../kernel/clock.ts';
import { nextEdit } from '../../kernel/edited.ts';
import { newId } from '../../kernel/ids.ts';
import type { TenantContext } from '../../kernel/tenant-context.ts';
import { Database } from '../../platform/database/index.ts';
import { SignalBus } from '../../platform/events/index.ts';
import { AuditTrail } from '../audit/index.ts';
import { parseCsv, writeCsv } from './formats/csv.ts';
import type { Entry, LineError, SynonymFormat } from './formats/entry.ts';
import { parseSolr, writeSolr } from './formats/solr.ts';
import { fingerprint, overflow, type StoredSynonym, type SynonymsSize } from './synonym.ts';
import { SynonymsRepository } from './synonyms.repository.ts';

export interface ImportOutcome {
  created: number;
  unchanged: number;
  failed: number;
  /** The first ones, see `MAX_LINE_ERRORS`; `failed` counts all. */
  errors: LineError[];
}

export const MAX_LINE_ERRORS = 1_000;

/** Synonyms as files: what other tools write comes in, and what went out comes back the same. */
@Injectable()
export class SynonymExchange {
  constructor(
    private readonly database: Database,
    private readonly synonyms: SynonymsRepository,
    private readonly bus: SignalBus,
    private readonly audit: AuditTrail,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  async import(tenant: TenantContext, format: SynonymFormat, content: string): Promise<ImportOutcome> {
    const { entries, errors } = format === 'csv' ? parseCsv(content) : parseSolr(content);
    return this.database.tenant(tenant, async (tx) => {
      await this.synonyms.lock(tx, tenant);
      const taken = await this.synonyms.fingerprints(tx, tenant);
      const size = await this.synonyms.size(tx, tenant);
      const { fresh, unchanged, refused } = this.#choose(tenant, entries, taken, size);
      if (fresh.length > 0) {
        await this.synonyms.insert(tx, tenant, fresh);
        const changes = { synonyms: { to: fresh.length } };
        const subject = `${fresh.length} synonyms of a file`;
        await this.audit.record(tx, tenant, { kind: 'synonym', action: 'import', subjectId: null, subject, changes });
        await this.bus.send(tx, 'synonyms', tenant.tenantId);
      }
      const all = [...errors, ...refused].sort((a, b) => a.line - b.line);
      return { created: fresh.length, unchanged, failed: all.length, errors: all.slice(0, MAX_LINE_ERRORS) };
    });
  }

  async export(tenant: TenantContext, format: SynonymFormat): Promise<string> {
    const synonyms = await this.database.tenant(tenant, (tx) => this.synonyms.all(tx, tenant));
    return format === 'csv' ? writeCsv(synonyms) : writeSolr(synonyms);
  }

  /** Takes what fits; `taken` and `size` grow with it. */
  #choose(tenant: TenantContext, entries: readonly Entry[], taken: Set<string>, size: SynonymsSize) {
    const fresh: StoredSynonym[] = [];
    const refused: LineError[] = [];
    let unchanged = 0;
    const now = this.clock.now();
    for (const { line, draft } of entries) {
      const print = fingerprint(draft).toString('base64');
      const full = overflow(size, draft.terms.length);
      if (taken.has(print)) unchanged++;
      else if (full) refused.push({ line, code: 'too_many', message: full });
      else {
        taken.add(print);
        size.synonyms++;
        size.terms += draft.terms.length;
        fresh.push({
          ...draft,
          id: newId(),
          source: 'import',
          confidence: null,
          suggestion_id: null,
          created_at: new Date(now),
          ...nextEdit(tenant, now),
        });
      }
    }
    return { fresh, unchanged, refused };
  }
}
