import { normalize } from '../../dist/src/text/index.js';

const ROWS = 5_000;

/** Writes a shop's items and traffic as its tables hold them, in bulk: what the intake does is not the subject here. */
export async function loadShop(database, tenant, shop, traffic, start, days) {
  await database.system(async (tx) => {
    await tx.query('select make_event_partitions($1::date - 1, $1::date + $2::integer)', [new Date(start), days + 1]);
    for (const [at, items] of chunks(shop.items)) {
      const rows = items.map(({ title, brand }, n) => ({
        id: `item ${at + n}`,
        document: brand ? { title, brand } : { title },
      }));
      await tx.query(
        `insert into items (tenant_id, id, source, doc_type, document, version)
         select $1, id, 'bench', 'product', document, row_number() over () + $3
         from json_to_recordset($2::json) as r (id text, document json)`,
        [tenant.tenantId, JSON.stringify(rows), at],
      );
    }
    for (const [, rows] of chunks(traffic.searches)) {
      await tx.query(
        `insert into searches (tenant_id, session_id, occurred_at, query, normalized_query, results_count, accept_language,
                               id, channel, received_at)
         select $1, s.*, gen_random_uuid(), 'overlay', s.at
         from unnest($2::uuid[], $3::timestamptz[], $4::text[], $5::text[], $6::integer[], $7::text[])
           s (session_id, at, query, normalized_query, results_count, accept_language)`,
        [tenant.tenantId, ...columns(rows, 6)],
      );
    }
    for (const [, rows] of chunks(traffic.clicks)) {
      await tx.query(
        `insert into clicks (tenant_id, session_id, occurred_at, query, normalized_query, item_id, id, position, channel,
                             received_at)
         select $1, c.*, gen_random_uuid(), 1, 'overlay', c.at
         from unnest($2::uuid[], $3::timestamptz[], $4::text[], $5::text[], $6::text[])
           c (session_id, at, query, normalized_query, item_id)`,
        [tenant.tenantId, ...columns(rows, 5)],
      );
    }
    for (const [at, rows] of chunks(traffic.purchases)) {
      await tx.query(
        `insert into conversions (tenant_id, session_id, occurred_at, attributed_query, item_id, order_id, id, revenue,
                                  currency, quantity, verified, attribution, attributed_at, received_at)
         select $1, p.*, 'order ' || row_number() over () + $6, gen_random_uuid(), 10, 'EUR', 1, false, 'click', p.at, p.at
         from unnest($2::uuid[], $3::timestamptz[], $4::text[], $5::text[]) p (session_id, at, query, item_id)`,
        [tenant.tenantId, ...columns(rows, 4), at],
      );
    }
    await tx.query(
      `insert into machine_sessions (tenant_id, session_id, reason, marked_at)
       select $1, id, 'clicks_per_hour', now() from unnest($2::uuid[]) m (id)`,
      [tenant.tenantId, traffic.machines],
    );
  });
}

export { normalize };

const columns = (rows, count) => Array.from({ length: count }, (_, n) => rows.map((row) => row[n]));

function* chunks(list) {
  for (let at = 0; at < list.length; at += ROWS) yield [at, list.slice(at, at + ROWS)];
}
