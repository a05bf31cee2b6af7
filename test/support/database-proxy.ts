import { connect, createServer, type AddressInfo, type Server, type Socket } from 'node:net';

/** Between a service and its database; cuts a connection before an answer of the database gets through. */
export class DatabaseProxy {
  readonly #sockets = new Set<Socket>();
  readonly #server: Server;
  /** The answer at which the next connection dies, counted from now; none: 0. */
  #cutAt = 0;

  /** `databaseUrl` may change: one that was started again has another port. */
  constructor(public databaseUrl: string) {
    this.#server = createServer((client) => {
      const { hostname, port } = new URL(this.databaseUrl);
      const upstream = connect(Number(port), hostname);
      for (const socket of [client, upstream]) {
        this.#sockets.add(socket);
        socket
          .on('error', () => {})
          .on('close', () => {
            this.#sockets.delete(socket);
            client.destroy();
            upstream.destroy();
          });
      }
      client.pipe(upstream);
      upstream.on('data', (chunk) => {
        if (this.#cutAt > 0 && --this.#cutAt === 0) client.destroy();
        else client.write(chunk);
      });
    });
  }

  async start(): Promise<this> {
    await new Promise<void>((resolve) => this.#server.listen(0, '127.0.0.1', resolve));
    return this;
  }

  get url(): string {
    const url = new URL(this.databaseUrl);
    url.port = String((this.#server.address() as AddressInfo).port);
    return url.href;
  }

  /** The n-th answer from here on is not passed on: what it tells about has happened, and nobody hears of it. */
  cutBeforeAnswer(n: number): void {
    this.#cutAt = n;
  }

  async stop(): Promise<void> {
    for (const socket of this.#sockets) socket.destroy();
    await new Promise((resolve) => this.#server.close(resolve));
  }
}
