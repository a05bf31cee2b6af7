import { createHash } from 'node:crypto';

const CHUNK = 2_000;
const hash = (visit) =>
  createHash('sha256')
    .update(`${visit.address} ${Math.floor(visit.at / 86_400_000)}`)
    .digest('hex')
    .slice(0, 32);

/** Stores visits as the intake would, and marks their day for the learner. */
export async function store(database, tenantId, day, visits) {
  await database.system((tx) => tx.query('select make_event_partitions($1::date, $1::date)', [new Date(day)]));
  for (let from = 0; from < visits.length; from += CHUNK) {
    const rows = visits
      .slice(from, from + CHUNK)
      .map((visit) => ({ ...visit, at: new Date(visit.at), ip: hash(visit) }));
    const json = JSON.stringify(rows);
    const source = `jsonb_to_recordset($2::jsonb) v (session uuid, ip text, query text, at timestamptz, shown jsonb, clicks jsonb, bought jsonb)`;
    await database.system(async (tx) => {
      await tx.query(
        `insert into searches select $1, at, gen_random_uuid(), session, query, query, jsonb_array_length(shown), 'results_page',
           null, null, at, decode(ip, 'hex') from ${source}`,
        [tenantId, json],
      );
      await tx.query(
        `insert into served_searches select $1, gen_random_uuid(), session, at, 'results_page', query, jsonb_array_length(shown), 1,
           array(select jsonb_array_elements_text(shown)) from ${source}`,
        [tenantId, json],
      );
      await tx.query(
        `insert into clicks select $1, at + interval '20 seconds', gen_random_uuid(), session, query, query, c->>'item',
           (c->>'position')::int, 'results_page', null, at, decode(ip, 'hex') from ${source}, jsonb_array_elements(clicks) c`,
        [tenantId, json],
      );
      await tx.query(
        `insert into conversions select $1, gen_random_uuid()::text, item, gen_random_uuid(), at + interval '5 minutes', session, 10,
           'EUR', 1, false, null, 'click', query, null, at + interval '20 seconds', 'results_page', at, decode(ip, 'hex')
         from ${source}, jsonb_array_elements_text(bought) item`,
        [tenantId, json],
      );
    });
  }
  await database.system((tx) =>
    tx.query(`insert into behaviour_marks (tenant_id, day, marked_at) values ($1, $2, now() - interval '1 hour')`, [
      tenantId,
      new Date(day).toISOString().slice(0, 10),
    ]),
  );
}
