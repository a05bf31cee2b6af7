import { arrayText, Database } from '../../src/platform/database/index.ts';
import { startTestApp, type TestApp } from '../support/app.ts';

let service: TestApp;
let database: Database;
beforeAll(async () => {
  service = await startTestApp();
  database = service.app.get(Database);
  await database.dataSource.query('create table notes (id integer primary key, text text not null)');
  await database.dataSource.query('grant all on notes to mirabel_system');
});
afterAll(() => service.close());

const INSERT = 'insert into notes select * from unnest($1::integer[], $2::text[]) returning id, text, current_user';
const insert = (name: string, ids: number[], texts: (string | null)[]) =>
  database.systemStatement({ name, sql: INSERT, values: [arrayText(ids), arrayText(texts)] });
const stored = async (): Promise<number> => {
  const [row] = await database.dataSource.query('select count(*)::int as notes from notes');
  return row.notes;
};

test('a statement runs as the system role, is committed when it is answered, and leaves no role behind', async () => {
  const hostile = ['plain', '', 'NULL', '{"a"}', 'back\\slash', 'quote"', "';--", 'ünï', '\t\n', ','];
  const rows = await insert(
    'notes',
    hostile.map((_, n) => n),
    hostile,
  );
  expect(rows).toEqual(hostile.map((text, n) => [String(n), text, 'mirabel_system']));
  expect(await stored()).toBe(hostile.length);
  const users = await Promise.all(
    Array.from({ length: 10 }, () => database.dataSource.query('select current_user as role')),
  );
  for (const [{ role }] of users) expect(role).not.toBe('mirabel_system');
});

test('what the database refuses has no effect, and the connection serves the next one, prepared or not', async () => {
  const before = await stored();
  await expect(insert('refused', [100, 101], ['fine', null])).rejects.toThrow(/null value/);
  await expect(insert('refused', [0], ['twice'])).rejects.toThrow(/duplicate key/);
  await expect(database.systemStatement({ name: 'broken', sql: 'selekt', values: [] })).rejects.toThrow(/syntax/);
  expect(await stored()).toBe(before);
  await Promise.all(Array.from({ length: 20 }, (_, n) => insert('refused', [200 + n], ['fine'])));
  expect(await stored()).toBe(before + 20);
});

test('a statement that its connection has forgotten is sent again, and no more relied on', async () => {
  await insert('forgotten', [300], ['first']);
  await Promise.all(Array.from({ length: 20 }, () => database.dataSource.query('deallocate all')));
  expect(await insert('forgotten', [301], ['second'])).toHaveLength(1);
  expect(await insert('forgotten', [302], ['third'])).toHaveLength(1);
});
