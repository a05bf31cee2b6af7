import { judge, printMonth, replay } from '../../bench/month/replay.ts';
import { SearchObserver } from '../../src/modules/search/index.ts';
import { TrackService } from '../../src/modules/tracking/track.service.ts';
import { Database } from '../../src/platform/database/index.ts';
import { startTestApp, type TestApp } from '../support/app.ts';

const SESSIONS = Number(process.env.MONTH_SESSIONS ?? 1_500);

let service: TestApp;
beforeAll(async () => {
  service = await startTestApp();
});
afterAll(() => service.close());

test(
  'a month of shoppers: every purchase is owed to what led to it, wherever the events suffice to know',
  async () => {
    const { app, clock } = service;
    const { context: tenant } = await service.createTenant();
    const track = app.get(TrackService);
    const observer = app.get(SearchObserver);
    const replayed = await replay(
      {
        track: {
          search: (report, body) => track.search(report, body),
          click: (report, body) => track.click(report, body),
          conversion: (report, body) => track.conversion(report, body),
        },
        served: (search) => observer.served(search as never),
        setTime: (time) => clock.advance(time - clock.now()),
        callers: { browser: { tenant, keyId: 'p', kind: 'public' }, server: { tenant, keyId: 's', kind: 'secret' } },
      },
      SESSIONS,
      clock.now(),
      () => {},
    );
    const [stored, machines] = await app
      .get(Database)
      .tenant(tenant, async (tx) => [
        await tx.query<{ order_id: string; attribution: string; attributed_query: string | null }>(
          'select order_id, attribution, attributed_query from conversions',
        ),
        await tx.query('select session_id from machine_sessions'),
      ]);
    const verdict = judge(replayed.purchases, stored);
    process.stdout.write(`${printMonth(replayed, verdict)}\n`);
    expect(verdict.wrong).toEqual([]);
    expect(verdict.missing).toBe(0);
    expect(stored).toHaveLength(replayed.purchases.length);
    expect(machines).toHaveLength(replayed.machines);
    // A month in which nothing of a kind happened proves nothing of it.
    expect([...verdict.known.keys()].sort()).toEqual(
      ['bought from the list', 'came another way', 'clicked', 'named its search', 'the click was not told'].sort(),
    );
    for (const what of ['click duplicate', 'search bot', 'click clock_skew', 'conversion accepted', 'search opt_out'])
      expect(replayed.outcomes.get(what)).toBeGreaterThan(0);
  },
  60_000 + SESSIONS * 40,
);
