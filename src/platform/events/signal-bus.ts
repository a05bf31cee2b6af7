import { randomUUID } from 'node:crypto';
import { Inject, Injectable, Logger, type OnApplicationBootstrap, type OnApplicationShutdown } from '@nestjs/common';
import { Client } from 'pg';
import { DataSource } from 'typeorm';
import type { Transaction } from '../database/index.ts';
import { REDIS, type RedisLink } from '../redis/index.ts';

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
/** With a heartbeat that is missed this stays under those 2 s. */
const DOUBTFUL_TRUST = 500;

const NOTHING_HEARD =
  'what is sent does not arrive here: is this a pooler in transaction mode? Values are read anew every half second.';

/**
 * Tells all processes that something of a tenant changed, through PostgreSQL LISTEN/NOTIFY. Signals travel with the
 * commit of the transaction that sends them. A signal is a hint to look again, never the data itself.
 *
 * Behind a pooler that shares connections between transactions nothing can be listened to. Then Redis, when there is one,
 * carries the signals; they can get lost with the process that sends them, so that values are trusted for a moment only.
 */
@Injectable()
export class SignalBus implements OnApplicationBootstrap, OnApplicationShutdown {
  readonly #logger = new Logger('SignalBus');
  readonly #listeners = new Map<string, Set<Listener>>();
  readonly #gapListeners = new Set<GapListener>();
  #client: Client | null = null;
  /** Heard on a channel of our own: proof that what is sent arrives. */
  readonly #beatChannel = `mirabel_beat_${randomUUID().replaceAll('-', '')}`;
  #lastHeard = Number.NEGATIVE_INFINITY;
  #deaf = false;
  #stopped = false;
  #timer: NodeJS.Timeout | null = null;

  constructor(
    @Inject(DataSource) private readonly dataSource: DataSource,
    @Inject(REDIS) private readonly redis: RedisLink | null,
  ) {}

  /** False while signals may be getting lost. */
  get healthy(): boolean {
    return this.#client !== null && performance.now() - this.#lastHeard < HEARTBEAT * 2;
  }

  /** Milliseconds for which a value that was read may be answered again before a signal comes. */
  get trust(): number {
    return this.healthy ? Number.POSITIVE_INFINITY : DOUBTFUL_TRUST;
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
    tx.afterCommit(() => {
      this.#receive(payload);
      void this.redis?.ask((client) => client.publish(CHANNEL, payload));
    });
  }

  async onApplicationBootstrap(): Promise<void> {
    this.redis?.subscribe(
      CHANNEL,
      (payload) => this.#receive(payload),
      () => this.#tellGap(),
    );
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
      await client.query('select pg_notify($1, $2)', [this.#beatChannel, '']);
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
    try {
      await client.connect();
      await this.#listen(client);
      if (this.#stopped) return await client.end();
      this.#client = client;
      this.#deaf = false;
      this.#tellGap();
    } catch (error) {
      if (!this.#deaf) this.#logger.warn({ err: error, msg: 'cannot listen for changes, trying again' });
      this.#deaf = true;
      await client.end().catch(() => {});
    }
  }

  /**
   * Until a beat has come back that another connection sent. One of its own proves nothing: a pooler in transaction mode
   * that has the same server connection at hand for LISTEN and for the beat passes it on, and nothing else.
   */
  async #listen(client: Client): Promise<void> {
    const heard = Promise.withResolvers<void>();
    client.on('notification', ({ channel, payload }) => {
      if (channel === CHANNEL) return this.#receive(payload ?? '');
      this.#lastHeard = performance.now();
      heard.resolve();
    });
    await client.query(`listen ${CHANNEL}`);
    await client.query(`listen ${this.#beatChannel}`);
    await this.dataSource.query('select pg_notify($1, $2)', [this.#beatChannel, '']);
    const late = setTimeout(() => heard.reject(new Error(NOTHING_HEARD)), HEARTBEAT);
    await heard.promise.finally(() => clearTimeout(late));
  }

  #tellGap(): void {
    for (const listener of this.#gapListeners) listener();
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
