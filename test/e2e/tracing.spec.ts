import { createServer, type Server } from 'node:http';
import { mkdtemp, rm } from 'node:fs/promises';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { product, Shop } from '../support/catalogue.ts';
import { ask } from '../support/client.ts';
import { createTenantOf, startWithoutDemo } from '../support/processes.ts';

interface Span {
  traceId: string;
  spanId: string;
  parentSpanId?: string;
  name: string;
  attributes: { key: string; value: object }[];
}

/** What a collector of OpenTelemetry is sent over HTTP. */
class Collector {
  readonly bodies: string[] = [];
  answering = true;
  readonly #server: Server = createServer((request, response) => {
    let body = '';
    request.on('data', (chunk) => (body += String(chunk)));
    request.on('end', () => {
      this.bodies.push(body);
      if (this.answering) response.writeHead(200, { 'content-type': 'application/json' }).end('{}');
    });
  });

  async start(): Promise<string> {
    await new Promise<void>((resolve) => this.#server.listen(0, '127.0.0.1', resolve));
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}`;
  }

  get spans(): Span[] {
    return this.bodies.flatMap((body) =>
      JSON.parse(body).resourceSpans.flatMap((resource: { scopeSpans: { spans: Span[] }[] }) =>
        resource.scopeSpans.flatMap(({ spans }) => spans),
      ),
    );
  }

  stop(): void {
    this.#server.closeAllConnections();
    this.#server.close();
  }
}

let dataDir: string;
let collector: Collector;
beforeEach(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'mirabel-traces-'));
  collector = new Collector();
});
afterEach(async () => {
  collector.stop();
  await rm(dataDir, { recursive: true, force: true, maxRetries: 20, retryDelay: 100 });
});

test('a request is one trace with that of its caller, down to the database, and says nothing about anybody', async () => {
  const url = await collector.start();
  const env = { MB_DATA_DIR: dataDir, OTEL_EXPORTER_OTLP_ENDPOINT: url, OTEL_SERVICE_NAME: 'shop-search' };
  const service = await startWithoutDemo(env);
  const tenant = await createTenantOf(service, 'traced', { MB_DATA_DIR: dataDir });
  const shop = new Shop(service, tenant);
  await shop.push([product('a', { title: 'Velvet canary sofa' })]);
  const trace = '4bf92f3577b34da6a3ce929d0e0e4736';
  const search = await ask(service.url, 'GET', '/v1/traced/search?q=velvet+canary', {
    key: tenant.keys.public,
    headers: { traceparent: `00-${trace}-00f067aa0ba902b7-00` },
  });
  expect(search.body.total).toBe(1);
  await ask(service.url, 'GET', '/v1/traced/items/a', { key: tenant.keys.secret });
  await service.program.stop();

  const ours = collector.spans.filter(({ traceId }) => traceId === trace);
  const server = ours.find(({ name }) => name === 'GET /v1/:tenant/search')!;
  expect(server.parentSpanId).toBe('00f067aa0ba902b7');
  expect(server.attributes).toContainEqual({ key: 'http.response.status_code', value: { intValue: 200 } });
  expect(server.attributes).toContainEqual({ key: 'mirabel.tenant', value: { stringValue: 'traced' } });
  expect(ours.find(({ name }) => name === 'engine search')?.parentSpanId).toBe(server.spanId);
  const item = collector.spans.find(({ name }) => name === 'GET /v1/:tenant/items/:id')!;
  const below = collector.spans.filter(({ parentSpanId }) => parentSpanId === item.spanId);
  expect(below.map(({ name }) => name)).toContain('database transaction');
  const everything = collector.bodies.join();
  expect(everything).toContain('shop-search');
  for (const secret of ['canary', tenant.keys.public, tenant.keys.secret, '127.0.0.1']) {
    expect(everything).not.toContain(secret);
  }
});

test('a collector that never answers changes nothing, and does not hold the end', async () => {
  collector.answering = false;
  const url = await collector.start();
  const service = await startWithoutDemo({ MB_DATA_DIR: dataDir, OTEL_EXPORTER_OTLP_ENDPOINT: url });
  for (let i = 0; i < 20; i++) expect((await ask(service.url, 'GET', '/health/ready')).status).toBe(200);
  expect(await service.program.stop()).toMatchObject({ code: 0, signal: null });
  expect(collector.bodies.length).toBeGreaterThan(0);
});
