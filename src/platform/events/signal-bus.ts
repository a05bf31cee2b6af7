import { Inject, Injectable, Logger, type OnApplicationBootstrap, type OnApplicationShutdown } from '@nestjs/common';
import { Client } from 'pg';
import { DataSource } from 'typeorm';
import type { Transaction } from '../database/index.ts';

/** What changed, for every process: `keys`, `settings`, `synonyms`, `rules`, `catalog`, or a topic of an outside module. */
export interface Signal {
  topic: string;
  tenantId: string;
  /** For `catalog` the version; else empty. */
  value: string;
}

type Listener = (signal: Signal) => void;
type GapListener = () => void;

const CHANNEL = 'mirabel_signals';
/** A dead connection must be noticed in less than the 2 s within which a revoked key must be refused everywhere. */
const HEARTBEAT = 700;

/**
 * Tells all processes that something of a tenant changed, through PostgreSQL LISTEN/NOTIFY. Signals travel with the
 * commit of the transaction that sends them. A signal is a hint to look again, never the data itself.
 */
@Injectable()
export class SignalBus implements OnApplicationBootstrap, OnApplicationShutdown {
  readonly #logger = new Logger('SignalBus');
  readonly #listeners = new Map<string, Set<Listener>>();
  readonly #gapListeners = new Set<GapListener>();
  #client: Client | null = null;
  #lastSeen = 0;
  #stopped = false;
  #timer: NodeJS.Timeout | null = null;

  constructor(@Inject(DataSource) private readonly dataSource: DataSource) {}

  /** False while signals may be getting lost: caches must then ask the database. */
  get healthy(): boolean {
    return this.#client !== null && performance.now() - this.#lastSeen < HEARTBEAT * 2;
  }

  on(topic: string, listener: Listener): void {
    const listeners = this.#listeners.get(topic) ?? new Set();
    this.#listeners.set(topic, listeners.add(listener));
  }

  /** Called after the connection was lost and found again: anything may have changed meanwhile. */
  onGap(listener: GapListener): void {
    this.#gapListeners.add(listener);
  }

  /** Sent when `tx` commits, to every process, this one included. */
  async send(tx: Transaction, topic: string, tenantId: string, value = ''): Promise<void> {
    const payload = `${topic} ${tenantId} ${value}`;
    await tx.query('select pg_notify($1, $2)', [CHANNEL, payload]);
    // The sender's own process must see its change at once; that the notification comes again does no harm.
    tx.afterCommit(() => this.#receive(payload));
  }

  async onApplicationBootstrap(): Promise<void> {
    await this.#connect();
    this.#schedule();
  }

  async onApplicationShutdown(): Promise<void> {
    this.#stopped = true;
    if (this.#timer) clearTimeout(this.#timer);
    await this.#client?.end().catch(() => {});
    this.#client = null;
  }

  #schedule(): void {
    if (this.#stopped) return;
    this.#timer = setTimeout(() => void this.#beat().finally(() => this.#schedule()), HEARTBEAT);
    this.#timer.unref();
  }

  async #beat(): Promise<void> {
    const client = this.#client;
    if (!client) return this.#connect();
    try {
      await client.query('select 1');
      this.#lastSeen = performance.now();
    } catch {
      // Its end may have been told before the failure of the query.
      this.#drop(client);
    }
  }

  async #connect(): Promise<void> {
    const { url } = this.dataSource.options as { url?: string };
    const client = new Client({
      connectionString: url,
      application_name: 'mirabel signals',
      connectionTimeoutMillis: HEARTBEAT,
      query_timeout: HEARTBEAT,
      keepAlive: true,
    });
    client.on('error', () => this.#drop(client));
    client.on('end', () => this.#drop(client));
    client.on('notification', ({ payload }) => this.#receive(payload ?? ''));
    try {
      await client.connect();
      await client.query(`listen ${CHANNEL}`);
      if (this.#stopped) return await client.end();
      this.#client = client;
      this.#lastSeen = performance.now();
      for (const listener of this.#gapListeners) listener();
    } catch (error) {
      this.#logger.warn({ err: error, msg: 'cannot listen for changes, trying again' });
      await client.end().catch(() => {});
    }
  }

  #drop(client: Client): void {
    if (this.#client !== client) return;
    this.#client = null;
    client.end().catch(() => {});
  }

  #receive(payload: string): void {
    const [topic = '', tenantId = '', value = ''] = payload.split(' ');
    for (const listener of this.#listeners.get(topic) ?? []) {
      try {
        listener({ topic, tenantId, value });
      } catch (error) {
        this.#logger.error({ err: error, topic, msg: 'a listener failed' });
      }
    }
  }
}
