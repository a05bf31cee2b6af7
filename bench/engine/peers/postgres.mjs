import pg from 'pg';
import { fieldsOf, questionOf } from './fields.mjs';

export const notes =
  'embedded PostgreSQL: tsvector (english, weights A to D) with GIN, ts_rank; typos by pg_trgm word similarity on the title when full text finds nothing';
const COLUMNS = ['id', 'title', 'brand', 'category', 'attrs', 'sku', 'description', 'price'];

export async function open({ databaseUrl }) {
  const client = new pg.Client(databaseUrl);
  await client.connect();
  await client.query(`set pg_trgm.word_similarity_threshold = 0.5; set jit = off; set work_mem = '64MB';
    set max_parallel_workers_per_gather = 0; create extension if not exists pg_trgm;
    create table if not exists products(id text primary key, title text, brand text, category text, price numeric, tsv tsvector)`);
  return new Postgres(client);
}

class Postgres {
  #client;

  constructor(client) {
    this.#client = client;
  }

  async add(changes) {
    const documents = changes.map(fieldsOf);
    await this.#client.query(
      `insert into products select id, title, brand, category, price,
         setweight(to_tsvector('english', title || ' ' || sku), 'A') || setweight(to_tsvector('english', brand), 'B') ||
         setweight(to_tsvector('english', category || ' ' || attrs), 'C') ||
         setweight(to_tsvector('english', description), 'D')
       from unnest($1::text[], $2::text[], $3::text[], $4::text[], $5::text[], $6::text[], $7::text[], $8::numeric[])
         as t(id, title, brand, category, attrs, sku, description, price)`,
      COLUMNS.map((column) => documents.map((document) => document[column])),
    );
  }

  async finish() {
    await this.#client
      .query(`create index on products using gin(tsv); create index on products using gin(title gin_trgm_ops);
      create index on products(price)`);
    await this.#client.query('vacuum analyze products');
  }

  async search(benchQuery) {
    const { words, prefix, price, facets, sort } = questionOf(benchQuery);
    const asked = words.map((word, at) => `'${word}'${prefix && at === words.length - 1 ? ':*' : ''}`).join(' & ');
    const values = price ? [asked, ...price] : [asked];
    const where = `from products, to_tsquery('english', $1) asked where tsv @@ asked${price ? ' and price between $2 and $3' : ''}`;
    const name = `${price ? 'p' : ''}${sort ? 's' : ''}`;
    const run = async (which, text) => (await this.#client.query({ name: which + name, text, values })).rows;
    const [{ n }] = await run('count', `select count(*)::int n ${where}`);
    let rows = await run(
      'top',
      `select id, title, brand, price ${where} order by ${sort ? 'price' : 'ts_rank(tsv, asked) desc'} limit 20`,
    );
    if (rows.length === 0 && !price) {
      const similar =
        'select id, title, brand, price from products where $1 <% title order by word_similarity($1, title) desc limit 20';
      rows = (await this.#client.query({ name: 'similar', text: similar, values: [words.join(' ')] })).rows;
    } else if (facets) {
      for (const field of ['brand', 'category']) {
        await run(field, `select ${field}, count(*) ${where} group by 1 order by 2 desc limit 20`);
      }
    }
    return { ids: rows.map(({ id }) => id), total: n };
  }

  async close() {
    await this.#client.end();
  }
}
