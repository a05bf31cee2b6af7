import { connect, createServer, type Server, type Socket } from 'node:net';
import { ask } from './client.ts';
import { runCommand, startServiceProcess, type StartedService } from './service-process.ts';
import type { TestTenant } from './app.ts';

/** A tenant of a service that runs as a process of its own, with the rate limit out of the way. */
export async function createTenantOf(
  service: StartedService,
  slug: string,
  env: Record<string, string>,
  checkout?: string,
): Promise<TestTenant> {
  const { code, stdout, stderr } = await runCommand(['tenant', 'create', slug, '--json'], env, checkout);
  if (code !== 0) throw new Error(stderr);
  const made = JSON.parse(stdout) as { tenant: { id: string }; keys: { kind: string; key: string }[] };
  const keys = Object.fromEntries(made.keys.map(({ kind, key }) => [kind, key])) as unknown as TestTenant['keys'];
  const raised = await ask(service.url, 'PATCH', `/v1/${slug}/settings`, {
    key: keys.secret,
    body: { rate_limit_per_minute: 100_000 },
  });
  if (raised.status !== 200) throw new Error(raised.text);
  return { context: { tenantId: made.tenant.id, slug }, slug, keys };
}

export function startWithoutDemo(env: Record<string, string>, checkout?: string): Promise<StartedService> {
  return startServiceProcess({ MB_DEMO: 'false', ...env }, checkout);
}

/** Hands requests through and cuts the connection at the first byte of an answer: the work is done, nobody hears of it. */
export class CuttingProxy {
  readonly #server: Server;
  readonly #sockets = new Set<Socket>();

  private constructor(server: Server) {
    this.#server = server;
  }

  static async start(target: string, onCut: () => void): Promise<CuttingProxy> {
    const { hostname, port } = new URL(target);
    const server = createServer();
    const proxy = new CuttingProxy(server);
    server.on('connection', (client) => {
      const upstream = connect(Number(port), hostname);
      for (const socket of [client, upstream]) {
        proxy.#sockets.add(socket);
        socket.on('error', () => {}).on('close', () => proxy.#sockets.delete(socket));
      }
      client.pipe(upstream);
      upstream.once('data', () => {
        onCut();
        client.destroy();
        upstream.destroy();
      });
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    return proxy;
  }

  get url(): string {
    return `http://127.0.0.1:${(this.#server.address() as { port: number }).port}`;
  }

  async close(): Promise<void> {
    for (const socket of this.#sockets) socket.destroy();
    await new Promise((resolve) => this.#server.close(resolve));
  }
}
