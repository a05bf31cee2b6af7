import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startEmbeddedPostgres } from '../../src/platform/database/embedded/index.ts';
import type { TestTenant } from '../../test/support/app.ts';
import { createTenantOf, startWithoutDemo } from '../../test/support/processes.ts';
import type { StartedService } from '../../test/support/service-process.ts';

export interface Services {
  services: StartedService[];
  tenant: TestTenant;
  push(service: StartedService, documents: readonly object[]): Promise<void>;
  stop(): Promise<void>;
}

/** Processes of the built service on one database, with a tenant of a thousand products. */
export async function startServices(count: number, env: Record<string, string>): Promise<Services> {
  const folder = await mkdtemp(join(tmpdir(), 'mirabel-bench-cluster-'));
  const database = await startEmbeddedPostgres({ dataDir: join(folder, 'database') });
  const own = (at: number): Record<string, string> => ({
    DATABASE_URL: database.url,
    MB_ENCRYPTION_KEY: Buffer.alloc(32, 7).toString('base64'),
    MB_DATA_DIR: join(folder, `service-${at}`),
    ...env,
  });
  const services: StartedService[] = [];
  for (let at = 0; at < count; at++) services.push(await startWithoutDemo(own(at)));
  const tenant = await createTenantOf(services[0]!, 'bench', own(0));
  const push = async (service: StartedService, documents: readonly object[]): Promise<void> => {
    const answer = await fetch(`${service.url}/api/v1/index`, {
      method: 'POST',
      headers: { authorization: `Bearer ${tenant.keys.indexer}`, 'content-type': 'application/json' },
      body: JSON.stringify({ source: 'bench', documents }),
    });
    if (answer.status !== 200) throw new Error(await answer.text());
  };
  const colours = ['red', 'blue', 'green', 'black', 'white'];
  const documents = Array.from({ length: 1_000 }, (_, at) => ({
    id: `p${at}`,
    title: `Paper kite ${colours[at % 5]} ${at}`,
    url: `/p/${at}`,
    brand: `Brand ${at % 20}`,
    price: at % 100,
  }));
  await push(services[0]!, documents);
  return {
    services,
    tenant,
    push,
    async stop() {
      await Promise.all(services.map(({ program }) => program.stop()));
      await database.stop();
      await rm(folder, { recursive: true, force: true });
    },
  };
}

/** One search; the status and how long it took, ms. */
export async function search(
  { services, tenant }: Services,
  at: number,
  q: string,
): Promise<{ status: number; ms: number; total: number }> {
  const began = performance.now();
  const answer = await fetch(`${services[at % services.length]!.url}/v1/${tenant.slug}/search?q=${q}`, {
    headers: { authorization: `Bearer ${tenant.keys.public}` },
  });
  const body = (await answer.json()) as { total?: number };
  return { status: answer.status, ms: performance.now() - began, total: body.total ?? -1 };
}
