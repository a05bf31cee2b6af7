import { randomUUID } from 'node:crypto';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import pg from 'pg';
import { v7 } from 'uuid';
import { median } from '../median.mjs';

const BATCH = 200;
const BATCHES = 100;
/** Moving the 20,000 events of a turn through the young generation cost 8 µs each, which the writer was charged with. */
setFlagsFromString('--expose-gc');
const collectGarbage = runInNewContext('gc');
const SIZE = `
  select (select sum(pg_total_relation_size(inhrelid)) from pg_inherits where inhparent = 'searches'::regclass)::float8
           / (select count(*) from searches) as event,
         pg_total_relation_size('event_keys')::float8 / (select count(*) from event_keys) as key`;

/** The intake's writer alone, beside the same rows through COPY, turn by turn: 200 rows a commit, and one long stream. */
export async function benchWriter({ store, tenant, databaseUrl, rounds }) {
  const client = new pg.Client({ connectionString: databaseUrl });
  await client.connect();
  await client.query('create table copied (like searches including defaults including indexes)');
  const rates = { store: [], random: [], commits: [], stream: [] };
  const make = (idOf = v7) =>
    Array.from({ length: BATCHES }, () => Array.from({ length: BATCH }, () => eventOf(tenant, idOf())));
  const lines = () => make().map((batch) => Buffer.from(batch.map(copyLine).join('')));
  for (let round = 0; round < rounds; round++) {
    rates.store.push(await timed(make(), (batch) => store.write(batch), 4));
    rates.random.push(await timed(make(randomUUID), (batch) => store.write(batch), 4));
    rates.commits.push(await timed(lines(), (chunk) => copy(client, [chunk]), 1));
    rates.stream.push(await timed([lines()], (chunks) => copy(client, chunks), 1));
  }
  const [size] = (await client.query(SIZE)).rows;
  await client.end();
  const of = (name) => Math.round(median(rates[name]));
  const ratio = (name, own = 'store') => median(rates[own].map((rate, round) => rate / rates[name][round])).toFixed(2);
  console.log(`writer alone, ${BATCH} events a transaction with their ids, 4 in flight: ${of('store')} rows/s`);
  console.log(
    `  on disk an event takes ${Math.round(size.event)} bytes, and its id ${Math.round(size.key)} for 8 days`,
  );
  console.log(
    `  of events whose ids are random ${of('random')} rows/s, ${ratio('stream', 'random')} of one COPY stream`,
  );
  console.log(`  COPY of ${BATCH} rows a commit ${of('commits')} rows/s: the writer reaches ${ratio('commits')} of it`);
  console.log(`  one COPY stream ${of('stream')} rows/s: the writer reaches ${ratio('stream')} of it\n`);
}

function eventOf(tenant, id) {
  const now = Date.now();
  return {
    tenant,
    id,
    named: true,
    sessionId: randomUUID(),
    queryId: null,
    at: now,
    receivedAt: now,
    ipHash: Buffer.alloc(16, 7),
    zone: 'UTC',
    days: [],
    query: 'wireless headphones',
    normalizedQuery: 'wireless headphones',
    resultsCount: 12,
    channel: 'overlay',
    acceptLanguage: 'en',
  };
}

function copyLine(event) {
  const at = new Date(event.at).toISOString();
  const { tenant, id, sessionId, query, normalizedQuery, resultsCount, channel, acceptLanguage } = event;
  const bytes = `\\\\x${event.ipHash.toString('hex')}`;
  const first = [tenant.tenantId, at, id, sessionId, query, normalizedQuery, resultsCount, channel, acceptLanguage];
  return `${[...first, '\\N', at, bytes].join('\t')}\n`;
}

/** The part of the COPY protocol that pg leaves to others. */
function copy(client, chunks) {
  return new Promise((resolve, reject) => {
    client.query({
      submit: (connection) => void connection.query('copy copied from stdin'),
      handleCopyInResponse(connection) {
        for (const chunk of chunks) connection.sendCopyFromChunk(chunk);
        connection.endCopyFrom();
      },
      handleCommandComplete() {},
      handleReadyForQuery: () => resolve(),
      handleError: (error) => reject(error),
    });
  });
}

/** Rows a second; `work` is made before, and so is the garbage of making it. */
async function timed(work, run, lanes) {
  collectGarbage();
  const started = performance.now();
  const queue = [...work];
  const lane = async () => {
    for (let one = queue.shift(); one; one = queue.shift()) await run(one);
  };
  await Promise.all(Array.from({ length: lanes }, lane));
  return (BATCHES * BATCH) / ((performance.now() - started) / 1_000);
}
