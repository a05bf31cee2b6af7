import { EvidenceGatherer } from '../../src/modules/smart/learning/index.ts';
import { EvidenceRepository } from '../../src/modules/smart/learning/evidence.repository.ts';
import { Database } from '../../src/platform/database/index.ts';
import { startTestApp, type TestApp, type TestTenant } from '../support/app.ts';

const HOUR = 3_600_000;
/** What a day of millions is to the service, a day of tens of thousands is here. */
class SmallSlices extends EvidenceRepository {
  protected override readonly slice = 8_000;
  /** The most rows that the process was given at once, and the most that it gave back. */
  readonly held = { steps: 0, sightings: 0 };

  override async *steps(...asked: Parameters<EvidenceRepository['steps']>): ReturnType<EvidenceRepository['steps']> {
    for await (const rows of super.steps(...asked)) {
      this.held.steps = Math.max(this.held.steps, rows.length);
      yield rows;
    }
  }

  override store(...given: Parameters<EvidenceRepository['store']>): void {
    this.held.sightings = Math.max(this.held.sightings, given[2].length);
    super.store(...given);
  }
}
let service: TestApp;
let shop: TestTenant;
beforeAll(async () => {
  service = await startTestApp();
  shop = await service.createTenant();
});
afterAll(() => service.close());

test('a day of more searches than one statement takes is read in slices of sessions, none twice and none left out', async () => {
  const visits = 8_000;
  const at = service.clock.now();
  const database = service.app.get(Database);
  // The slices are cut by a sample of the table: sessions whose ids begin alike are cut as well as random ones.
  await database.system((tx) =>
    tx.query(
      `with visits as (
         select n, ('00000000-0000-4000-8000-' || lpad(to_hex(n * 7), 12, '0'))::uuid as session from generate_series(1, $3::int) n)
       insert into searches (tenant_id, occurred_at, id, session_id, query, normalized_query, results_count, channel, received_at)
       select $1, to_timestamp($2::float8 / 1000) + n * interval '1 ms' + k * interval '40 seconds', gen_random_uuid(), session,
              q, q, r, 'overlay', to_timestamp($2::float8 / 1000)
       from visits, lateral (values (0, 'failed ' || n % 400, 0), (1, 'nothing', 0), (2, 'nothing at all', 0),
                                    (3, 'rescue ' || n % 400, 5)) v (k, q, r)`,
      [shop.context.tenantId, at, visits],
    ),
  );
  await database.system((tx) =>
    tx.query(
      `insert into clicks (tenant_id, occurred_at, id, session_id, query, normalized_query, item_id, position, channel, received_at)
       select $1, occurred_at + interval '5 seconds', gen_random_uuid(), session_id, query, normalized_query, 'i', 1, 'overlay',
              received_at
       from searches where tenant_id = $1 and results_count > 0`,
      [shop.context.tenantId],
    ),
  );
  await database.dataSource.query('analyze searches');
  service.clock.advance(HOUR);
  const slices = await database.tenant(shop.context, async (tx) => {
    const found = [];
    const repository = new SmallSlices();
    const window = { from: at, to: at + HOUR, seen: null };
    const survey = await repository.survey(tx, shop.context, window);
    expect(survey.size).toBe('large');
    for await (const rows of repository.steps(tx, shop.context, window, survey))
      found.push(...rows.filter(({ session }) => session === null));
    return found;
  });
  expect(slices.length).toBeGreaterThan(1);
  const repository = new SmallSlices();
  const gatherer = new EvidenceGatherer(database, repository);
  const { pairs, counts } = await gatherer.gather(
    shop.context,
    { from: at, to: at + HOUR, seen: null },
    { maxQueryLength: 20, locale: 'en', maxPairs: 5_000 },
  );
  expect(counts).toMatchObject({ sessions: visits, queries_analysed: 4 * visits, failed_queries: 402 });
  expect(pairs).toHaveLength(3 * 400);
  expect(
    pairs.filter(({ failed }) => failed.startsWith('failed')).reduce((sum, one) => sum + one.evidence.rescues, 0),
  ).toBe(visits);
  // Of 40,000 events: pages of them, and what there is of distinct queries.
  expect(repository.held).toEqual({ steps: 1_000, sightings: 1_000 });
});
