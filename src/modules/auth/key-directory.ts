import { Inject, Injectable, Logger, type OnApplicationShutdown, type OnModuleInit } from '@nestjs/common';
import { LRUCache } from 'lru-cache';
import { CLOCK, type Clock } from '../../kernel/clock.ts';
import { Database } from '../../platform/database/index.ts';
import { elseKept, SignalBus, type Loading } from '../../platform/events/index.ts';
import { fingerprint, hashKey } from './api-key.ts';
import { KeysRepository, type KeyRecord } from './keys.repository.ts';

const CACHED_KEYS = 20_000;
const TOUCH_INTERVAL = 60_000;

/**
 * Finds the record of a presented key. Known keys come from memory; a `keys` signal forgets those of its tenant, and
 * while signals may be getting lost a record is good for a moment only, so that a revoked key dies everywhere within 2 s. While
 * the database is away a public key that was good goes on to search.
 */
@Injectable()
export class KeyDirectory implements OnModuleInit, OnApplicationShutdown {
  readonly #logger = new Logger('KeyDirectory');
  readonly #records = new LRUCache<string, { record: KeyRecord; at: number }>({ max: CACHED_KEYS });
  /** Hashes that were keys once. */
  readonly #familiar = new LRUCache<string, true>({ max: CACHED_KEYS });
  readonly #looking = new Map<string, Loading<KeyRecord | undefined>>();
  readonly #uses = new Map<string, { id: string; tenantId: string; at: number }>();
  #generation = 0;
  #timer: NodeJS.Timeout | null = null;

  constructor(
    private readonly database: Database,
    private readonly keys: KeysRepository,
    private readonly bus: SignalBus,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  onModuleInit(): void {
    this.bus.on('keys', ({ tenantId }) => this.#forget(tenantId));
    this.bus.onGap(() => this.#forget(null));
    this.#timer = setInterval(() => void this.flushUses(), TOUCH_INTERVAL);
    this.#timer.unref();
  }

  async onApplicationShutdown(): Promise<void> {
    if (this.#timer) clearInterval(this.#timer);
    await this.flushUses();
  }

  /** Without a database round trip; for keys seen lately. */
  peek(key: string): KeyRecord | undefined {
    const known = this.#records.get(fingerprint(key));
    return known && performance.now() - known.at <= this.bus.trust ? known.record : undefined;
  }

  /** Seen here as a key before, whatever became of it, or being looked up already: it costs the database nothing more. */
  isFamiliar(key: string): boolean {
    const print = fingerprint(key);
    return this.#familiar.has(print) || this.#looking.has(print);
  }

  /** Who asks for the same key at the same time shares one look. */
  find(key: string): Promise<KeyRecord | undefined> {
    const print = fingerprint(key);
    const looking = this.#looking.get(print) ?? this.#begin(key, print);
    const kept = this.#records.get(print)?.record;
    // It reads what every shopper sees; one that may do more must be known to be good.
    return kept?.kind === 'public' ? elseKept(looking, kept) : looking.value;
  }

  #begin(key: string, print: string): Loading<KeyRecord | undefined> {
    const looking: Loading<KeyRecord | undefined> = { began: performance.now(), value: this.#look(key, print) };
    this.#looking.set(print, looking);
    looking.value = looking.value.finally(() => {
      if (this.#looking.get(print) === looking) this.#looking.delete(print);
    });
    return looking;
  }

  async #look(key: string, print: string): Promise<KeyRecord | undefined> {
    const hash = hashKey(key);
    const generation = this.#generation;
    const at = performance.now();
    const record = await this.database.system((tx) => this.keys.findByHash(tx, hash));
    if (record) this.#familiar.set(print, true);
    // A change while we looked may have made the record old.
    if (record && generation === this.#generation) this.#records.set(print, { record, at });
    return record;
  }

  noteUse(record: KeyRecord): void {
    const at = this.clock.now();
    const use = this.#uses.get(record.id);
    if (use) use.at = at;
    else this.#uses.set(record.id, { id: record.id, tenantId: record.tenantId, at });
  }

  /** Writes the last uses; called once a minute. */
  async flushUses(): Promise<void> {
    const uses = [...this.#uses.values()].map((use) => ({ ...use, at: new Date(use.at) }));
    this.#uses.clear();
    if (uses.length === 0) return;
    try {
      await this.database.system((tx) => this.keys.touch(tx, uses));
    } catch (error) {
      this.#logger.warn({ err: error, msg: 'could not store when keys were last used' });
    }
  }

  #forget(tenantId: string | null): void {
    this.#generation++;
    // Who asks from now on must not get what was read before.
    this.#looking.clear();
    for (const [print, known] of this.#records) {
      if (tenantId === null) known.at = Number.NEGATIVE_INFINITY;
      else if (known.record.tenantId === tenantId) this.#records.delete(print);
    }
  }
}
