import { Injectable } from '@nestjs/common';
import { arrayText, Database, plainArrayText } from '../../../platform/database/index.ts';
import type { ServedSearch } from '../../search/index.ts';
import { freshBehaviour, rememberBehaviour } from '../behaviour-marks.ts';
import type { Outcome, SearchEvent } from '../event.ts';
import { MachineWatch } from '../machine-watch.ts';
import {
  claimKeys,
  columnsOf,
  FRESH_INPUT,
  hashOf,
  iso,
  KNOWN_INPUT,
  markColumns,
  marked,
  PLAIN_COLUMNS,
  SHARED_NAMES,
  SHARED_TYPES,
  withoutRepeats,
} from './batch.ts';

const INSERT = `
  with input as (
    select * from unnest(${SHARED_TYPES}, $9::text[], $10::text[], $11::integer[], $12::text[], $13::text[])
      i (${SHARED_NAMES}, query, normalized_query, results_count, channel, accept_language)),
  ${claimKeys('search')},
  ${marked(14)},
  stored as (
    insert into searches (tenant_id, occurred_at, id, session_id, query, normalized_query, results_count, channel,
                          accept_language, query_id, received_at, ip_hash)
    select i.tenant_id, occurred_at, id, session_id, query, normalized_query, results_count, channel, accept_language,
           query_id, received_at, ip_hash
    from ${FRESH_INPUT})
  select i.tenant_id, i.id from ${KNOWN_INPUT}`;

@Injectable()
export class SearchStore {
  constructor(
    private readonly database: Database,
    private readonly machines: MachineWatch,
  ) {}

  async write(events: readonly SearchEvent[]): Promise<Outcome[]> {
    const distinct = withoutRepeats(events);
    const behaviour = freshBehaviour(distinct);
    const suspects = this.machines.suspects('searches', distinct);
    const values = [...parametersOf(distinct), ...markColumns(distinct, behaviour).map(arrayText)];
    const known =
      suspects.length === 0
        ? await this.database.systemStatement({ name: 'insert_searches', sql: INSERT, values })
        : await this.database.system(async (tx) => {
            const rows = await tx.query<{ tenant_id: string; id: string }>(INSERT, values);
            await this.machines.mark(tx, 'searches', suspects);
            return rows.map(({ tenant_id, id }) => [tenant_id, id]);
          });
    rememberBehaviour(behaviour);
    return outcomesOf(events, distinct.length, known);
  }

  async writeServed(served: readonly ServedSearch[]): Promise<void[]> {
    const kept = served.filter(({ sessionId }) => sessionId !== null);
    if (kept.length === 0) return served.map(() => undefined);
    await this.database.system((tx) =>
      tx.query(
        `insert into served_searches
           (tenant_id, query_id, session_id, served_at, channel, normalized_query, total, first_position, item_ids)
         select tenant_id, query_id, session_id, served_at, channel, normalized_query, total, first_position,
                array(select jsonb_array_elements_text(item_ids))
         from unnest($1::uuid[], $2::uuid[], $3::uuid[], $4::timestamptz[], $5::text[], $6::text[], $7::integer[],
                     $8::integer[], $9::jsonb[])
           i (tenant_id, query_id, session_id, served_at, channel, normalized_query, total, first_position, item_ids)
         on conflict do nothing`,
        columnsOf(
          kept,
          (search) => search.tenant.tenantId,
          (search) => search.queryId,
          (search) => search.sessionId,
          (search) => iso(search.at),
          (search) => search.channel,
          (search) => search.normalizedQuery,
          (search) => search.total,
          (search) => search.firstPosition,
          // A list of lists of different lengths is no array of PostgreSQL.
          (search) => JSON.stringify(search.itemIds),
        ),
      ),
    );
    return served.map(() => undefined);
  }
}

/** `known`: tenants and ids that were there before. Of repeats within the batch the first one counts. */
function outcomesOf(events: readonly SearchEvent[], distinct: number, known: readonly string[][]): Outcome[] {
  // As a rule none was there, and no two are the same.
  if (known.length === 0 && distinct === events.length)
    return events.map(({ id }) => ({ status: 'accepted', eventId: id }));
  const there = new Set(known.map(([tenantId, id]) => `${tenantId} ${id}`));
  return events.map(({ tenant, id }) => {
    const key = `${tenant.tenantId} ${id}`;
    const status = there.has(key) ? 'duplicate' : 'accepted';
    there.add(key);
    return { status, eventId: id };
  });
}

function parametersOf(events: readonly SearchEvent[]): string[] {
  return [
    ...PLAIN_COLUMNS.map((column) => plainArrayText(events.map(column))),
    arrayText(events.map(hashOf)),
    arrayText(events.map(({ query }) => query)),
    arrayText(events.map(({ normalizedQuery }) => normalizedQuery)),
    plainArrayText(events.map(({ resultsCount }) => resultsCount)),
    plainArrayText(events.map(({ channel }) => channel)),
    arrayText(events.map(({ acceptLanguage }) => acceptLanguage)),
  ];
}
