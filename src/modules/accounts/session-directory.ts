import { Inject, Injectable, Logger, type OnApplicationShutdown, type OnModuleInit } from '@nestjs/common';
import { LRUCache } from 'lru-cache';
import { CLOCK, type Clock } from '../../kernel/clock.ts';
import { Database, type Transaction } from '../../platform/database/index.ts';
import { SignalBus } from '../../platform/events/index.ts';
import type { Membership } from './account.ts';
import { SessionsRepository, type PanelSession } from './sessions.repository.ts';
import { hashToken } from './token.ts';
import { UsersRepository } from './users.repository.ts';

/** Who is signed in, and where this person may go: memberships that were accepted, by the slug of the tenant. */
export interface SignedIn {
  session: PanelSession;
  user: { id: string; email: string; name: string; has_password: boolean };
  memberships: ReadonlyMap<string, Membership>;
}

const CACHED_SESSIONS = 10_000;
const TOUCH_INTERVAL = 60_000;
const TOPIC = 'accounts';
/** The signal is about a person, who belongs to no tenant in particular. */
const NO_TENANT = '-';

/**
 * Finds who a session's token belongs to. Known ones come from memory; an `accounts` signal forgets those of its person,
 * and while signals may be getting lost they are good for a moment only: a revoked session dies everywhere within 2 s.
 */
@Injectable()
export class SessionDirectory implements OnModuleInit, OnApplicationShutdown {
  readonly #logger = new Logger('SessionDirectory');
  readonly #known = new LRUCache<string, { value: SignedIn; at: number }>({ max: CACHED_SESSIONS });
  readonly #uses = new Map<string, number>();
  #generation = 0;
  #timer: NodeJS.Timeout | null = null;

  constructor(
    private readonly database: Database,
    private readonly sessions: SessionsRepository,
    private readonly users: UsersRepository,
    private readonly bus: SignalBus,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  onModuleInit(): void {
    this.bus.on(TOPIC, ({ value }) => this.#forget(value));
    this.bus.on('tenant-deleted', () => this.#forget(null));
    this.bus.onGap(() => this.#forget(null));
    this.#timer = setInterval(() => void this.flushUses(), TOUCH_INTERVAL);
    this.#timer.unref();
  }

  async onApplicationShutdown(): Promise<void> {
    if (this.#timer) clearInterval(this.#timer);
    await this.flushUses();
  }

  /** Tells every process that what it knows of this person is old. */
  async tellChanged(tx: Transaction, userId: string): Promise<void> {
    await this.bus.send(tx, TOPIC, NO_TENANT, userId);
  }

  /** Undefined when the session has ended or never was. */
  async find(token: string): Promise<SignedIn | undefined> {
    const hash = hashToken(token);
    const print = hash.toString('base64');
    const known = this.#known.get(print);
    const fresh = known && performance.now() - known.at <= this.bus.trust ? known.value : await this.#load(hash, print);
    if (!fresh || fresh.session.expires_at.getTime() <= this.clock.now()) return undefined;
    this.#uses.set(fresh.session.id, this.clock.now());
    return fresh;
  }

  /** Writes when sessions were last used; called once a minute. */
  async flushUses(): Promise<void> {
    const uses = [...this.#uses].map(([id, at]) => ({ id, at: new Date(at) }));
    this.#uses.clear();
    if (uses.length === 0) return;
    try {
      await this.database.system((tx) => this.sessions.touch(tx, uses));
    } catch (error) {
      this.#logger.warn({ err: error, msg: 'could not store when sessions were last used' });
    }
  }

  async #load(hash: Buffer, print: string): Promise<SignedIn | undefined> {
    const generation = this.#generation;
    const at = performance.now();
    const value = await this.database.system(async (tx) => {
      const session = await this.sessions.findByHash(tx, hash);
      const user = session && (await this.users.find(tx, session.user_id));
      if (!session || !user) return undefined;
      const memberships = (await this.users.memberships(tx, user.id)).filter(({ accepted_at }) => accepted_at !== null);
      const { id, email, name, password_hash } = user;
      return {
        session,
        user: { id, email, name, has_password: password_hash !== null },
        memberships: new Map(memberships.map((membership) => [membership.slug, membership])),
      };
    });
    // A change while we looked may have made this old.
    if (value && generation === this.#generation) this.#known.set(print, { value, at });
    return value;
  }

  #forget(userId: string | null): void {
    this.#generation++;
    for (const [print, { value }] of this.#known) {
      if (userId === null || value.user.id === userId) this.#known.delete(print);
    }
  }
}
