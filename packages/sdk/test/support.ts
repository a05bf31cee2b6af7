import { createServer, type IncomingMessage, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Client } from '../src/client.ts';
import type { Environment } from '../src/environment.ts';
import type { InitOptions } from '../src/types.ts';

export interface Received {
  method: string;
  path: string;
  body: Record<string, unknown>;
  headers: IncomingMessage['headers'];
}

/** How the server answers one request: a status with a body and headers, or `cut`, a connection that breaks. */
export type Reply = { status: number; body?: unknown; headers?: Record<string, string> } | 'cut' | 'never';

/** A real server on a real port that answers by a script, and by `usual` when that has ended. */
export class ScriptedService {
  readonly received: Received[] = [];
  readonly script: Reply[] = [];
  usual: (request: Received) => Reply = accept;
  readonly #server: Server;
  #watchers: (() => void)[] = [];

  private constructor(server: Server) {
    this.#server = server;
  }

  static async start(): Promise<ScriptedService> {
    const server = createServer();
    const service = new ScriptedService(server);
    server.on('request', (request, response) => {
      const chunks: Buffer[] = [];
      request.on('data', (chunk: Buffer) => chunks.push(chunk));
      request.on('end', () => {
        const text = Buffer.concat(chunks).toString();
        const body = (text ? JSON.parse(text) : {}) as Record<string, unknown>;
        const received = { method: request.method!, path: request.url!, body, headers: request.headers };
        const reply = service.script.shift() ?? service.usual(received);
        service.received.push(received);
        if (reply === 'cut') request.socket.destroy();
        else if (reply !== 'never') {
          response.writeHead(reply.status, { 'content-type': 'application/json', ...reply.headers });
          response.end(typeof reply.body === 'string' ? reply.body : JSON.stringify(reply.body ?? {}));
        }
        for (const watch of service.#watchers.splice(0)) watch();
      });
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    return service;
  }

  get url(): string {
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}`;
  }

  async untilReceived(count: number): Promise<Received[]> {
    while (this.received.length < count) await new Promise<void>((resolve) => this.#watchers.push(resolve));
    return this.received;
  }

  events(): Received[] {
    return this.received.filter(({ path }) => path.includes('/track/'));
  }

  async close(): Promise<void> {
    this.#server.closeAllConnections();
    await new Promise((resolve) => this.#server.close(resolve));
  }
}

export function accept({ path, body }: Received): Reply {
  if (path.includes('/track/')) return { status: 202, body: { status: 'accepted', event_id: body.event_id } };
  return { status: 200, body: answer(String(body.q), ['a', 'b']) };
}

/** An answer of a search with these items. */
export function answer(query: string, items: string[], query_id = '01890a5d-ac96-774b-bcce-b302099a8057'): object {
  return {
    query_id,
    query,
    total: items.length,
    hits: items.map((id, at) => ({ id, title: id, url: `/${id}`, position: at + 1 })),
    facets: [],
  };
}

/** Local storage that can be full or forbidden, and that several tabs may share. */
export class TestStorage implements Storage {
  readonly items = new Map<string, string>();
  full = false;
  forbidden = false;

  get length(): number {
    this.#check();
    return this.items.size;
  }
  key(at: number): string | null {
    this.#check();
    return [...this.items.keys()][at] ?? null;
  }
  getItem(key: string): string | null {
    this.#check();
    return this.items.get(key) ?? null;
  }
  setItem(key: string, value: string): void {
    this.#check();
    if (this.full) throw new DOMException('full', 'QuotaExceededError');
    this.items.set(key, value);
  }
  removeItem(key: string): void {
    this.#check();
    this.items.delete(key);
  }
  clear(): void {
    this.items.clear();
  }
  #check(): void {
    if (this.forbidden) throw new DOMException('forbidden', 'SecurityError');
  }
}

interface Timer {
  at: number;
  delay: number;
  work: () => void;
}

/** A browser whose clock and timers move by hand only; requests are real. */
export class TestEnvironment implements Environment {
  browser = true;
  privacyControl = false;
  language: string | undefined = 'en-GB';
  dice = 1;
  readonly storage: TestStorage | null;
  #now = Date.parse('2026-03-01T12:00:00Z');
  #timers: Timer[] = [];
  #watchers: (() => void)[] = [];
  #online: (() => void)[] = [];

  constructor(storage: TestStorage | null = new TestStorage()) {
    this.storage = storage;
  }

  now(): number {
    return this.#now;
  }
  random(): number {
    return this.dice;
  }
  fetch(url: string, init: RequestInit): Promise<Response> {
    return fetch(url, init);
  }
  onOnline(work: () => void): void {
    this.#online.push(work);
  }
  after(delay: number, work: () => void): () => void {
    const timer = { at: this.#now + delay, delay, work };
    this.#timers.push(timer);
    for (const watch of this.#watchers.splice(0)) watch();
    return () => {
      this.#timers = this.#timers.filter((other) => other !== timer);
    };
  }

  comeOnline(): void {
    for (const work of this.#online) work();
  }

  /** The wall clock is set; timers do not care. */
  setClock(offset: number): void {
    this.#now += offset;
    for (const timer of this.#timers) timer.at += offset;
  }

  /** Until something waits for exactly so long. */
  async waitsFor(delay: number): Promise<void> {
    while (!this.#timers.some((timer) => timer.delay === delay)) {
      await new Promise<void>((resolve) => this.#watchers.push(resolve));
    }
  }

  /** Waits until something waits for exactly so long, then lets that time pass. */
  async pass(delay: number): Promise<void> {
    await this.waitsFor(delay);
    this.advance(delay);
  }

  advance(milliseconds: number): void {
    const end = this.#now + milliseconds;
    for (;;) {
      const [next] = this.#timers.filter(({ at }) => at <= end).sort((a, b) => a.at - b.at);
      if (!next) break;
      this.#timers = this.#timers.filter((timer) => timer !== next);
      this.#now = Math.max(this.#now, next.at);
      next.work();
    }
    this.#now = end;
  }
}

export function clientOf(
  service: ScriptedService,
  environment: TestEnvironment,
  options: Partial<InitOptions> = {},
): Client {
  return new Client({ baseUrl: service.url, tenant: 'shop', key: 'mb_pk_live_x', ...options }, environment);
}
