/**
 * A day of a shop as rows, made by the database itself: sessions type a query in keystrokes, three of ten mistype it first,
 * most click, some buy. `sessions` × 6 events. Half of the searches are for
 * `words` words, the rest for a hundred times as many.
 */
export async function fillDay(database, { tenantIds, start, sessions, words = 2_000, chunk = 20_000 }) {
  await database.system((tx) =>
    tx.query('select make_event_partitions($1::date - 1, $1::date + 1)', [new Date(start)]),
  );
  for (let from = 0; from < sessions; from += chunk) {
    const to = Math.min(sessions, from + chunk) - 1;
    for (const insert of INSERTS)
      await database.system((tx) => tx.query(insert, [tenantIds, new Date(start), from, to, sessions, words]));
  }
}

/** Letters alone: what has a digit is a code, and mistyped in no way. */
const wordOf = (number) => `translate(substr(md5('w' || ${number}), 1, 8), '0123456789', 'ghijklmnop')`;

/** Four items for each of a shop's frequent words. */
export async function fillCatalogues(database, tenantIds, words) {
  await database.system((tx) =>
    tx.query(
      `with versions as (update catalogs set version = 1 where tenant_id = any($1) returning tenant_id)
       insert into items (tenant_id, id, source, doc_type, document, version)
       select tenant_id, 'item ' || n, 'bench', 'product',
              json_build_object('id', 'item ' || n, 'title', ${wordOf('(n % $2::int)')} || ' ' || n, 'url', '/p/' || n), 1
       from versions, generate_series(0, 4 * $2::int - 1) n`,
      [tenantIds, words],
    ),
  );
}

/** Sessions of all the tenants; the same for each of the three statements. */
const SESSIONS = `
  tenants as (select t.id, t.n from unnest($1::uuid[]) with ordinality t (id, n)),
  numbered as (
    select t.id as tenant_id, t.n * 10000000 + s.n as n, md5(t.n || ' ' || s.n)::uuid as session_id,
           ('x' || substr(md5(t.n || '-' || s.n), 1, 7))::bit(28)::int / 268435456.0 as dice,
           ('x' || substr(md5(t.n || '+' || s.n), 1, 7))::bit(28)::int / 268435456.0 as word
    from tenants t, generate_series($3::int, $4::int) s (n)),
  visits as (
    select *, $2::timestamptz + (n % 10000000)::float8 / $5 * interval '23 hours' as at,
           ${wordOf('case when dice < 0.5 then (word * $6)::int else (word * $6 * 100)::int end')} as q
    from numbered)`;
const FAILS = '(n % 10) < 3';

const INSERTS = [
  `with ${SESSIONS}
   insert into searches (tenant_id, occurred_at, id, session_id, query, normalized_query, results_count, channel,
                         received_at)
   select tenant_id, v.at + e.k * interval '1 second' * case e.k when 3 then 15 else 1 end, gen_random_uuid(), session_id,
          typed, typed, case when ${FAILS} and k = 2 then 0 else 9 end, 'overlay', v.at + interval '1 second'
   from visits v, generate_series(0, 3) e (k),
     lateral (select case k when 0 then left(q, 3) when 1 then left(q, 5)
                when 2 then case when ${FAILS} then left(q, 5) || 'x' || substr(q, 6) || chr(97 + (n % 3)::int) else q end else q end as typed) t`,
  `with ${SESSIONS}
   insert into clicks (tenant_id, occurred_at, id, session_id, query, normalized_query, item_id, position, channel,
                       received_at)
   select tenant_id, v.at + interval '50 seconds' + k * interval '1 second', gen_random_uuid(), session_id, q, q,
          'item ' || (hashtext(q) & 1023) || ' ' || k, 1 + k, 'overlay', v.at + interval '1 minute'
   from visits v, generate_series(0, 1) e (k) where k = 0 or n % 5 <> 0`,
  `with ${SESSIONS}
   insert into conversions (tenant_id, order_id, item_id, id, occurred_at, session_id, revenue, currency, quantity, verified,
                            attribution, attributed_query, attributed_at, received_at)
   select tenant_id, 'o ' || n, 'item ' || (hashtext(q) & 1023) || ' 0', gen_random_uuid(), v.at + interval '5 minutes',
          session_id, 20, 'EUR', 1, false, 'click', q, v.at, v.at + interval '5 minutes'
   from visits v where n % 5 = 0`,
];
