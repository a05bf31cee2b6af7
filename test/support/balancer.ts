import { Agent, createServer, request } from 'node:http';
import type { IncomingHttpHeaders, IncomingMessage, OutgoingHttpHeaders, Server, ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

/**
 * A proxy before several processes, as simple as they get: those that say that they are ready, in turn, over connections that
 * stay open until the process says `Connection: close`. It tries another one only when nobody listens.
 */
export class Balancer {
  readonly #agent = new Agent({ keepAlive: true });
  readonly #server: Server = createServer((incoming, response) => void this.#serve(incoming, response));
  readonly #ready = new Set<string>();
  #next = 0;
  #timer: NodeJS.Timeout | null = null;

  constructor(public upstreams: string[]) {}

  async start(): Promise<this> {
    await this.#look();
    this.#timer = setInterval(() => void this.#look(), 100);
    await new Promise<void>((resolve) => this.#server.listen(0, '127.0.0.1', resolve));
    return this;
  }

  get url(): string {
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}`;
  }

  async stop(): Promise<void> {
    if (this.#timer) clearInterval(this.#timer);
    this.#agent.destroy();
    this.#server.closeAllConnections();
    await new Promise((resolve) => this.#server.close(resolve));
  }

  isReady(upstream: string): boolean {
    return this.#ready.has(upstream);
  }

  async #look(): Promise<void> {
    await Promise.all(
      this.upstreams.map(async (upstream) => {
        const answer = await fetch(`${upstream}/health/ready`, { signal: AbortSignal.timeout(2_000) }).catch(
          () => null,
        );
        await answer?.body?.cancel();
        if (answer?.ok) this.#ready.add(upstream);
        else this.#ready.delete(upstream);
      }),
    );
  }

  async #serve(incoming: IncomingMessage, response: ServerResponse): Promise<void> {
    const chunks: Buffer[] = [];
    for await (const chunk of incoming) chunks.push(chunk as Buffer);
    const body = Buffer.concat(chunks);
    for (const upstream of this.#inTurn()) {
      try {
        return await this.#forward(upstream, incoming, body, response);
      } catch (error) {
        if ((error as NodeJS.ErrnoException).code !== 'ECONNREFUSED') {
          response.writeHead(502).end(String(error));
          return;
        }
        this.#ready.delete(upstream);
      }
    }
    response.writeHead(502).end('nobody listens');
  }

  #inTurn(): string[] {
    const known = this.upstreams.filter((upstream) => this.#ready.has(upstream));
    const first = this.#next++ % Math.max(1, known.length);
    return [...known.slice(first), ...known.slice(0, first)];
  }

  #forward(upstream: string, incoming: IncomingMessage, body: Buffer, response: ServerResponse): Promise<void> {
    const headers = { ...endToEnd(incoming.headers), 'content-length': String(body.length) };
    return new Promise((resolve, reject) => {
      const outgoing = request(
        upstream + incoming.url,
        { method: incoming.method!, headers, agent: this.#agent },
        (answer) => {
          response.writeHead(answer.statusCode!, endToEnd(answer.headers));
          answer.pipe(response);
          answer.once('error', reject);
          response.once('finish', () => resolve());
        },
      );
      outgoing.once('error', reject);
      outgoing.end(body);
    });
  }
}

const OF_CONNECTION = new Set(['host', 'connection', 'keep-alive', 'transfer-encoding']);

/** Without those that concern one connection (RFC 9110, 7.6.1). */
function endToEnd(headers: IncomingHttpHeaders): OutgoingHttpHeaders {
  return Object.fromEntries(Object.entries(headers).filter(([name]) => !OF_CONNECTION.has(name)));
}
