import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { fieldsOf, questionOf } from './fields.mjs';

export const notes = "FTS5 of node:sqlite, tokenize 'porter unicode61', prefix='2 3', bm25 weights; no typo tolerance";
const WEIGHTS = '5.0, 3.0, 2.0, 2.0, 5.0, 1.0';
const HIT = 'p.id, p.title, p.brand, p.price';

export async function open({ folder }) {
  const db = new DatabaseSync(join(folder, 'fts5.db'));
  db.exec(`pragma journal_mode = off; pragma synchronous = off; pragma cache_size = -65536; pragma mmap_size = 4000000000;
    create table if not exists products(rowid integer primary key, id text, title text, brand text, category text, price real);
    create virtual table if not exists fts using fts5(title, brand, category, attrs, sku, description,
      content='', tokenize='porter unicode61', prefix='2 3')`);
  return new Sqlite(db);
}

class Sqlite {
  #db;
  #next = 1;
  #statements = new Map();

  constructor(db) {
    this.#db = db;
  }

  async add(changes) {
    const product = this.#prepare('insert into products values (?, ?, ?, ?, ?, ?)');
    const words = this.#prepare(
      'insert into fts(rowid, title, brand, category, attrs, sku, description) values (?, ?, ?, ?, ?, ?, ?)',
    );
    this.#db.exec('begin');
    for (const d of changes.map(fieldsOf)) {
      product.run(this.#next, d.id, d.title, d.brand, d.category, d.price);
      words.run(this.#next++, d.title, d.brand, d.category, d.attrs, d.sku, d.description);
    }
    this.#db.exec('commit');
  }

  async finish() {
    this.#db.exec("insert into fts(fts) values ('optimize')");
  }

  async search(benchQuery) {
    const { words, prefix, price, facets, sort } = questionOf(benchQuery);
    const match = words.map((word, at) => `"${word}"${prefix && at === words.length - 1 ? '*' : ''}`).join(' ');
    const where = `from fts join products p on p.rowid = fts.rowid where fts match ?${price ? ' and p.price between ? and ?' : ''}`;
    const values = price ? [match, ...price] : [match];
    const counted = price ? where : 'from fts where fts match ?';
    const total = this.#prepare(`select count(*) n ${counted}`).get(...values).n;
    const top =
      sort || price
        ? `select ${HIT} ${where} order by ${sort ? 'p.price' : `bm25(fts, ${WEIGHTS})`} limit 20`
        : `select ${HIT} from (select rowid as found from fts where fts match ? and rank match 'bm25(${WEIGHTS})'
           order by rank limit 20) join products p on p.rowid = found`;
    const rows = this.#prepare(top).all(...values);
    if (facets) {
      for (const field of ['brand', 'category']) {
        this.#prepare(`select p.${field} v, count(*) c ${where} group by 1 order by 2 desc limit 20`).all(...values);
      }
    }
    return { ids: rows.map(({ id }) => id), total };
  }

  async close() {
    this.#db.close();
  }

  #prepare(sql) {
    let statement = this.#statements.get(sql);
    if (!statement) this.#statements.set(sql, (statement = this.#db.prepare(sql)));
    return statement;
  }
}
