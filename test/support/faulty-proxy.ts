import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';

export interface ProxiedAnswer {
  status: number;
  body: string;
}

/** Hands requests on to a server; `fault` may answer in its place, or change what is sent. */
export class FaultyProxy {
  fault:
    ((path: string, body: string) => ProxiedAnswer | { send: string; merge: (body: string) => string } | null) | null =
    null;
  readonly #server: Server;

  private constructor(server: Server) {
    this.#server = server;
  }

  static async start(target: string): Promise<FaultyProxy> {
    const server = createServer((request, response) => {
      const answer = async (): Promise<void> => {
        const parts: Buffer[] = [];
        for await (const part of request) parts.push(part as Buffer);
        const body = Buffer.concat(parts).toString();
        const fault = proxy.fault?.(request.url!, body) ?? null;
        if (fault && 'status' in fault) {
          response.writeHead(fault.status, { 'content-type': 'application/json' }).end(fault.body);
          return;
        }
        const sent = fault ? fault.send : body;
        const real = await fetch(target + request.url!, {
          method: request.method!,
          headers: { 'content-type': request.headers['content-type'] ?? 'application/json' },
          ...(sent !== '' && { body: sent }),
        });
        const text = await real.text();
        response.writeHead(real.status, { 'content-type': 'application/json' });
        response.end(fault ? fault.merge(text) : text);
      };
      answer().catch(() => response.destroy());
    });
    const proxy = new FaultyProxy(server);
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    return proxy;
  }

  get url(): string {
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}`;
  }

  close(): Promise<void> {
    this.#server.closeAllConnections();
    return new Promise((resolve) => this.#server.close(() => resolve()));
  }
}
