import { Injectable } from '@nestjs/common';
import { arrayText, Database, plainArrayText, sqlState } from '../../../platform/database/index.ts';
import type { ServedSearch } from '../../search/index.ts';
import { freshBehaviour, rememberBehaviour } from '../behaviour-marks.ts';
import type { Outcome, SearchEvent } from '../event.ts';
import { MachineWatch } from '../machine-watch.ts';
import {
  claimKeys,
  columnsOf,
  FRESH_INPUT,
  hashOf,
  insertKeys,
  iso,
  KNOWN_INPUT,
  markColumns,
  marked,
  withoutRepeats,
} from './batch.ts';

const UNIQUE_VIOLATION = '23505';

/** Lists side by side in the select list: each function in the from clause would keep its rows in a store of its own first. */
const INPUT = `
  with input as (
    select unnest($1::uuid[]) as tenant_id, unnest($2::uuid[]) as id, unnest($3::boolean[]) as named,
           to_timestamp(unnest($4::bigint[]) / 1000::float8) as occurred_at,
           to_timestamp(unnest($5::bigint[]) / 1000::float8) as received_at,
           unnest($6::uuid[]) as session_id, unnest($7::uuid[]) as query_id, unnest($8::bytea[]) as ip_hash,
           unnest($9::text[]) as query, unnest($10::text[]) as normalized_query,
           unnest($11::integer[]) as results_count, unnest($12::text[]) as channel,
           unnest($13::text[]) as accept_language)`;

const stored = (from: string): string => `
  stored as (
    insert into searches (tenant_id, occurred_at, id, session_id, query, normalized_query, results_count, channel,
                          accept_language, query_id, received_at, ip_hash)
    select i.tenant_id, occurred_at, id, session_id, query, normalized_query, results_count, channel, accept_language,
           query_id, received_at, ip_hash
    from ${from})`;

/** Stores what is new and answers with what is not. */
const INSERT = `${INPUT},
  ${claimKeys('search')},
  ${marked(14)},
  ${stored(FRESH_INPUT)}
  select i.tenant_id, i.id from ${KNOWN_INPUT}`;

/** For a batch of new events, a quarter cheaper: one that was there before violates the key, and nothing is stored. */
const INSERT_NEW = `${INPUT},
  ${marked(14)},
  ${stored('input i')}
  ${insertKeys('search')}`;

/** Batches after one with a repeat that are believed to have some too: the one that failed was written for nothing. */
const CAREFUL_BATCHES = 100;

@Injectable()
export class SearchStore {
  #careful = 0;

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
        ? await this.#insert(values)
        : await this.database.system(async (tx) => {
            const rows = await tx.query<{ tenant_id: string; id: string }>(INSERT, values);
            await this.machines.mark(tx, 'searches', suspects);
            return rows.map(({ tenant_id, id }) => [tenant_id, id]);
          });
    rememberBehaviour(behaviour);
    return outcomesOf(events, distinct.length, known);
  }

  /** Tenants and ids that were there before. */
  async #insert(values: string[]): Promise<string[][]> {
    if (this.#careful > 0) this.#careful--;
    else {
      try {
        return await this.database.systemStatement({ name: 'insert_new_searches', sql: INSERT_NEW, values });
      } catch (error) {
        if (sqlState(error) !== UNIQUE_VIOLATION) throw error;
        this.#careful = CAREFUL_BATCHES;
      }
    }
    return this.database.systemStatement({ name: 'insert_searches', sql: INSERT, values });
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
    plainArrayText(events.map(({ tenant }) => tenant.tenantId)),
    plainArrayText(events.map(({ id }) => id)),
    plainArrayText(events.map(({ named }) => named)),
    plainArrayText(events.map(({ at }) => Math.floor(at))),
    plainArrayText(events.map(({ receivedAt }) => Math.floor(receivedAt))),
    plainArrayText(events.map(({ sessionId }) => sessionId)),
    plainArrayText(events.map(({ queryId }) => queryId)),
    arrayText(events.map(hashOf)),
    arrayText(events.map(({ query }) => query)),
    arrayText(events.map(({ normalizedQuery }) => normalizedQuery)),
    plainArrayText(events.map(({ resultsCount }) => resultsCount)),
    plainArrayText(events.map(({ channel }) => channel)),
    arrayText(events.map(({ acceptLanguage }) => acceptLanguage)),
  ];
}
