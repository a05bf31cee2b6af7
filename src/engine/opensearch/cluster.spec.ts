import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Cluster } from './cluster.ts';

describe('requests to a cluster', () => {
  let server: Server;
  let cluster: Cluster;
  /** Statuses of the next answers; 200 when there are no more. */
  let statuses: number[];
  let asked: number;

  beforeAll(async () => {
    server = createServer((request, response) => {
      asked++;
      request.resume();
      response.writeHead(statuses.shift() ?? 200, { 'content-type': 'application/json' }).end('{"fine":true}');
    }).listen(0, '127.0.0.1');
    await once(server, 'listening');
    cluster = new Cluster([`http://127.0.0.1:${(server.address() as AddressInfo).port}`]);
  });
  beforeEach(() => {
    asked = 0;
  });
  afterAll(async () => {
    await cluster.close();
    server.close();
  });

  test.each([500, 503, 429])('a question that met %i is asked again', async (status) => {
    statuses = [status, status];
    expect(await cluster.ask('POST', '/shop/_search', { body: {} })).toEqual({ fine: true });
    expect(asked).toBe(3);
  });

  test.each([400, 404, 409])('what is refused with %i is not', async (status) => {
    statuses = [status];
    await expect(cluster.ask('POST', '/shop/_search', { body: {} })).rejects.toMatchObject({ status });
    expect(asked).toBe(1);
  });

  test('a write that failed is not sent again here: part of it may have been done', async () => {
    statuses = [500];
    await expect(cluster.ask('POST', '/_bulk', { lines: '{}\n', kind: 'write' })).rejects.toMatchObject({
      status: 500,
    });
    expect(asked).toBe(1);
  });
});
