/**
 * Events of the last `count` days, `perDay` on each: 70 % searches, 28 % clicks, 2 % conversions; half of the queries come from
 * 1,000 words, the rest are rare.
 */
export async function fill(db, tenantId, perDay, count) {
  const now = Date.now();
  const base = Date.UTC(
    ...new Date(now)
      .toISOString()
      .slice(0, 10)
      .split('-')
      .map((part, i) => (i === 1 ? part - 1 : part)),
  );
  const days = Array.from({ length: count }, (_, day) => day);
  // As many at once as the machine has cores for: each writes its own partitions.
  await Promise.all(
    [0, 1].map(async () => {
      for (let day = days.pop(); day !== undefined; day = days.pop())
        await fillDay(db, tenantId, perDay, { day, base, now });
    }),
  );
}

async function fillDay(db, tenantId, perDay, { day, base, now }) {
  const start = base - day * 86_400_000;
  const span = Math.min(86_400_000, now - start) / 1_000;
  await db.system((tx) => tx.query('select make_event_partitions($1::date, $1::date)', [new Date(start)]));
  const parameters = [tenantId, new Date(start), span];
  const shared = `$1::uuid, $2::timestamptz + random() * $3 * interval '1 second'`;
  const session = `md5('${day} ' || (n % ${Math.ceil(perDay / 8)}))::uuid`;
  const words = `'query ' || case when random() < 0.5 then (power(random(), 3) * 1000)::int else (random() * 1e6)::int end`;
  for (let done = 0; done < perDay; done += 50_000) {
    const rows = `generate_series(${done}, ${Math.min(perDay, done + 50_000) - 1}) n, lateral (select ${words} as q where n >= 0) w`;
    await db.system(async (tx) => {
      await tx.query(
        `insert into searches select ${shared}, gen_random_uuid(), ${session}, q, q, (random() * 20)::int, 'overlay', null, null, now(), null
           from ${rows} where n % 100 < 70`,
        parameters,
      );
      await tx.query(
        `insert into clicks select ${shared}, gen_random_uuid(), ${session}, q, q, 'item ' || (random() * 20000)::int, 1 + (random() * 20)::int, 'overlay', null, now(), null
           from ${rows} where n % 100 between 70 and 97`,
        parameters,
      );
      await tx.query(
        `insert into conversions select $1::uuid, '${day} ' || n.n, 'item ' || (random() * 20000)::int, gen_random_uuid(), $2::timestamptz + random() * $3 * interval '1 second',
             ${session}, 9.99, 'EUR', 1, false, null, 'click', q, null, null, 'overlay', now(), null
           from ${rows} where n % 100 >= 98`,
        parameters,
      );
    });
  }
  await db.system((tx) =>
    tx.query('insert into rollup_marks (tenant_id, day) values ($1, $2)', [tenantId, new Date(start)]),
  );
}
