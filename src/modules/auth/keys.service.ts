import { Inject, Injectable } from '@nestjs/common';
import { CLOCK, type Clock } from '../../kernel/clock.ts';
import { ApiError, notFound } from '../../kernel/errors.ts';
import { isUuid, newId } from '../../kernel/ids.ts';
import type { Page, PageRequest } from '../../kernel/paging.ts';
import { KEY_KINDS, type KeyKind, type TenantContext } from '../../kernel/tenant-context.ts';
import { Database, type Transaction } from '../../platform/database/index.ts';
import { SignalBus } from '../../platform/events/index.ts';
import { AuditTrail, type Changes } from '../audit/index.ts';
import { generateKey, hashKey, type ApiKey, type NewApiKey } from './api-key.ts';
import { KeysRepository } from './keys.repository.ts';

export interface KeyInput {
  kind: KeyKind;
  name: string;
  /** Canonical entries, see `parseAllowedOrigin`. */
  allowed_origins?: string[];
  expires_at?: Date | null;
}

/** Keys of one tenant that still work at the same time. */
export const MAX_ACTIVE_KEYS = 100;
const HOUR = 3_600_000;

@Injectable()
export class KeysService {
  constructor(
    private readonly database: Database,
    private readonly keys: KeysRepository,
    private readonly bus: SignalBus,
    private readonly audit: AuditTrail,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  list(tenant: TenantContext, page: PageRequest): Promise<Page<ApiKey>> {
    return this.database.tenant(tenant, async (tx) => ({ ...(await this.keys.list(tx, tenant, page)), ...pick(page) }));
  }

  create(tenant: TenantContext, input: KeyInput): Promise<NewApiKey> {
    return this.database.tenant(tenant, async (tx) => {
      if ((await this.keys.countActive(tx, tenant)) >= MAX_ACTIVE_KEYS) {
        throw new ApiError('conflict', `A tenant may have ${MAX_ACTIVE_KEYS} active keys. Revoke one first.`);
      }
      const key = await this.#insert(tx, tenant, input);
      await this.#record(tx, tenant, 'create', key);
      return key;
    });
  }

  /** The first keys of a tenant, one of each kind. */
  createFirst(tenant: TenantContext): Promise<NewApiKey[]> {
    return this.database.tenant(tenant, async (tx) => {
      const created: NewApiKey[] = [];
      for (const kind of KEY_KINDS) created.push(await this.#insert(tx, tenant, { kind, name: `First ${kind} key` }));
      return created;
    });
  }

  /** A new key of the same kind, name and origins; the old one works until the grace ends. */
  rotate(tenant: TenantContext, id: string, graceHours: number): Promise<NewApiKey> {
    return this.database.tenant(tenant, async (tx) => {
      const old = await this.#find(tx, tenant, id);
      if (old.revoked_at) throw new ApiError('conflict', 'This key was revoked: create another one instead.');
      if (old.expires_at && old.expires_at.getTime() <= this.clock.now()) {
        throw new ApiError('conflict', 'This key has expired: create another one instead.');
      }
      await this.keys.expireAt(tx, tenant, id, new Date(this.clock.now() + graceHours * HOUR));
      await this.bus.send(tx, 'keys', tenant.tenantId);
      await this.#record(tx, tenant, 'rotate', old, { grace_hours: { to: graceHours } });
      const { kind, name, allowed_origins } = old;
      const made = await this.#insert(tx, tenant, { kind, name, allowed_origins });
      await this.keys.succeed(tx, tenant, id, made.id, kind === 'public' ? made.key : null);
      return made;
    });
  }

  revoke(tenant: TenantContext, id: string): Promise<void> {
    return this.database.tenant(tenant, async (tx) => {
      const key = await this.#find(tx, tenant, id);
      if (!key.revoked_at) await this.#record(tx, tenant, 'revoke', key);
      await this.keys.revoke(tx, tenant, id, new Date(this.clock.now()));
      await this.bus.send(tx, 'keys', tenant.tenantId);
    });
  }

  #record(tx: Transaction, tenant: TenantContext, action: string, key: ApiKey, more: Changes = {}): Promise<void> {
    const { id, name, kind, last4, allowed_origins } = key;
    const changes = { kind: { to: kind }, last4: { to: last4 }, allowed_origins: { to: allowed_origins }, ...more };
    return this.audit.record(tx, tenant, { kind: 'key', action, subjectId: id, subject: name, changes });
  }

  async #find(tx: Transaction, tenant: TenantContext, id: string): Promise<ApiKey> {
    const key = isUuid(id) ? await this.keys.find(tx, tenant, id) : undefined;
    if (!key) throw notFound('key');
    return key;
  }

  async #insert(tx: Transaction, tenant: TenantContext, input: KeyInput): Promise<NewApiKey> {
    const value = generateKey(input.kind);
    const key: ApiKey = {
      id: newId(),
      kind: input.kind,
      name: input.name,
      last4: value.slice(-4),
      allowed_origins: input.allowed_origins ?? [],
      expires_at: input.expires_at ?? null,
      last_used_at: null,
      created_at: new Date(this.clock.now()),
      created_by: tenant.actor?.name ?? null,
      revoked_at: null,
    };
    await this.keys.insert(tx, tenant, key, hashKey(value));
    return { ...key, key: value };
  }
}

function pick({ limit, offset }: PageRequest): PageRequest {
  return { limit, offset };
}
