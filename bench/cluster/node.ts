import { OpenSearchCluster } from '../../test/support/opensearch.ts';
import { percentile } from './figures.ts';
import { search, startServices } from './services.ts';

const LANES = 4;

/** Searches through two processes while one of three nodes is killed: what clients see of it. */
export async function measureNode(seconds: number): Promise<void> {
  const cluster = await OpenSearchCluster.start(3);
  const services = await startServices(2, { OPENSEARCH_URL: cluster.nodes.join(',') });
  try {
    await cluster.ask('GET', '/_cluster/health?wait_for_status=green&wait_for_nodes=3&timeout=60s');
    for (let at = 0; at < 20; at++) await search(services, at, 'kite');
    const rows = [];
    for (const [what, before] of [
      ['three nodes', async () => {}],
      ['one killed at the start', () => cluster.kill(3)],
    ] as const) {
      await before();
      const times: number[] = [];
      const statuses = new Map<number, number>();
      const until = performance.now() + seconds * 1_000;
      const lane = async (lane: number): Promise<void> => {
        for (let at = lane; performance.now() < until; at++) {
          const { status, ms } = await search(services, at, 'kite');
          statuses.set(status, (statuses.get(status) ?? 0) + 1);
          times.push(ms);
        }
      };
      await Promise.all(Array.from({ length: LANES }, (_, at) => lane(at)));
      rows.push({
        what,
        statuses: [...statuses].map(([status, count]) => `${status}: ${count}`).join(', '),
        'ms p50': percentile(times, 0.5).toFixed(1),
        'ms p99': percentile(times, 0.99).toFixed(1),
        'ms max': percentile(times, 1).toFixed(1),
      });
    }
    console.log(`node: ${LANES} searches at once for ${seconds} s each`);
    console.table(rows);
  } finally {
    await services.stop();
    await cluster.stop();
  }
}
