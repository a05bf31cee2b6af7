import { Injectable } from '@nestjs/common';
import type { TenantContext } from '../../kernel/tenant-context.ts';
import { Database } from '../../platform/database/index.ts';
import { SuggestionLookup } from '../insights/index.ts';
import { SuggestionsRepository } from './suggestions.repository.ts';

/** For reports: which suggestion is about a query. */
@Injectable()
export class StandingSuggestions extends SuggestionLookup {
  constructor(
    private readonly database: Database,
    private readonly suggestions: SuggestionsRepository,
  ) {
    super();
  }

  idsFor(tenant: TenantContext, queries: readonly string[]): Promise<Map<string, string>> {
    return this.database.tenant(tenant, (tx) => this.suggestions.idsFor(tx, tenant, queries));
  }
}
