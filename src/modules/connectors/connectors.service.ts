import { Inject, Injectable } from '@nestjs/common';
import { CLOCK, type Clock } from '../../kernel/clock.ts';
import { nextEdit, refuseStale, type ExpectedVersions } from '../../kernel/edited.ts';
import { ApiError, notFound, type FieldError } from '../../kernel/errors.ts';
import { isUuid, newId } from '../../kernel/ids.ts';
import type { Page, PageRequest } from '../../kernel/paging.ts';
import type { TenantContext } from '../../kernel/tenant-context.ts';
import { Database, type Transaction } from '../../platform/database/index.ts';
import { OutboundClient, OutboundError } from '../../platform/outbound/index.ts';
import { configFaults, CONNECTOR_LIMITS, refuseConfig } from './connector.ts';
import type { Connector, ConnectorAuth, ConnectorConfig } from './connector.ts';
import { ConnectorsRepository } from './connectors.repository.ts';
import { Credentials, UnreadableCredentials } from './credentials.ts';
import type { Sync } from './sync.ts';
import { SyncsService } from './syncs.service.ts';
import { afterInterval } from './timing.ts';

/** What a caller may say of a connector; `auth` undefined keeps, null removes. */
export interface ConnectorDraft {
  name?: string | undefined;
  source?: string | undefined;
  enabled?: boolean | undefined;
  interval_minutes?: number | undefined;
  prune_missing?: boolean | undefined;
  auth?: ConnectorAuth | null | undefined;
  config: ConnectorConfig;
}

export type ConnectorPatch = Omit<ConnectorDraft, 'config'> & { config: Partial<ConnectorConfig> };

export interface ConnectorView {
  connector: Connector;
  lastSync: Sync | null;
}

@Injectable()
export class ConnectorsService {
  constructor(
    private readonly database: Database,
    private readonly connectors: ConnectorsRepository,
    private readonly syncs: SyncsService,
    private readonly credentials: Credentials,
    private readonly outbound: OutboundClient,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  list(tenant: TenantContext, { limit, offset }: PageRequest): Promise<Page<ConnectorView>> {
    return this.database.tenant(tenant, async (tx) => {
      const { total, rows } = await this.connectors.list(tx, tenant, { limit, offset });
      const last = await this.syncs.latest(
        tx,
        tenant,
        rows.map(({ id }) => id),
      );
      return {
        total,
        limit,
        offset,
        rows: rows.map((connector) => ({ connector, lastSync: last.get(connector.id) ?? null })),
      };
    });
  }

  read(tenant: TenantContext, id: string): Promise<ConnectorView> {
    return this.database.tenant(tenant, async (tx) => this.#view(tx, tenant, await this.#find(tx, tenant, id)));
  }

  create(tenant: TenantContext, draft: ConnectorDraft): Promise<ConnectorView> {
    this.check(draft.config, draft.auth ?? null);
    return this.database.tenant(tenant, async (tx) => {
      await this.connectors.lock(tx, tenant);
      const sources = await this.connectors.sources(tx, tenant);
      if (sources.size >= CONNECTOR_LIMITS.perTenant) {
        throw new ApiError(
          'conflict',
          `A tenant may have ${CONNECTOR_LIMITS.perTenant} connectors. Delete some first.`,
        );
      }
      const connector = this.#new(tenant, draft, sources);
      refuseTakenSource(connector, sources);
      await this.connectors.insert(tx, tenant, connector);
      await this.connectors.record(tx, tenant, 'create', null, connector);
      if (connector.enabled) await this.syncs.enqueue(tx, tenant, connector.id, 'schedule');
      return this.#view(tx, tenant, connector);
    });
  }

  update(
    tenant: TenantContext,
    id: string,
    patch: ConnectorPatch,
    expected: ExpectedVersions = null,
  ): Promise<ConnectorView> {
    return this.database.tenant(tenant, async (tx) => {
      await this.connectors.lock(tx, tenant);
      const before = await this.#find(tx, tenant, id);
      refuseStale(expected, before, publicView(before));
      const connector = this.#patched(tenant, before, patch);
      refuseTakenSource(connector, await this.connectors.sources(tx, tenant));
      await this.connectors.update(tx, tenant, connector);
      await this.connectors.record(tx, tenant, 'update', before, connector);
      return this.#view(tx, tenant, connector);
    });
  }

  /** Its documents stay: whoever wants them gone deletes the source. */
  delete(tenant: TenantContext, id: string, expected: ExpectedVersions = null): Promise<void> {
    return this.database.tenant(tenant, async (tx) => {
      await this.connectors.lock(tx, tenant);
      const before = await this.#find(tx, tenant, id);
      refuseStale(expected, before, publicView(before));
      await this.connectors.record(tx, tenant, 'delete', before, null);
      await this.connectors.delete(tx, tenant, id);
    });
  }

  /**
   * What a connector asks with, to try `config` with it.
   * @throws ApiError `not_found`; `validation_failed` for another host, or when the credentials can not be read any more
   */
  keptAuth(tenant: TenantContext, id: string, config: ConnectorConfig): Promise<ConnectorAuth | null> {
    return this.database.tenant(tenant, async (tx) => {
      const connector = await this.#find(tx, tenant, id);
      if (connector.auth_sealed === null) return null;
      this.check(config, 'stored');
      refuseOtherOrigin(connector, { ...connector, config });
      try {
        return this.credentials.open(tenant, id, connector.auth_sealed);
      } catch (error) {
        if (!(error instanceof UnreadableCredentials)) throw error;
        return refuse({ field: '/auth', code: 'unreadable', message: error.message });
      }
    });
  }

  /** @throws ApiError `validation_failed` for what can be told without asking the merchant */
  check(config: ConnectorConfig, auth: ConnectorAuth | 'stored' | null): void {
    const faults = configFaults(config);
    try {
      this.outbound.check(config.endpoint, auth !== null);
    } catch (error) {
      if (!(error instanceof OutboundError)) throw error;
      faults.push({ field: '/endpoint', code: error.code, message: error.message });
    }
    refuseConfig(faults);
  }

  #new(tenant: TenantContext, draft: ConnectorDraft, sources: ReadonlyMap<string, string>): Connector {
    const id = newId();
    const now = this.clock.now();
    const host = new URL(draft.config.endpoint).hostname;
    const { enabled = true, interval_minutes = 360, auth } = draft;
    return {
      id,
      name: draft.name ?? host.slice(0, CONNECTOR_LIMITS.name),
      source: draft.source ?? freeSource(host, sources),
      enabled,
      interval_minutes,
      prune_missing: draft.prune_missing ?? true,
      config: draft.config,
      auth_type: auth?.type ?? null,
      auth_sealed: auth ? this.credentials.seal(tenant, id, auth) : null,
      next_sync_at: enabled ? afterInterval(now, interval_minutes) : null,
      failures: 0,
      paused_at: null,
      pause_reason: null,
      created_at: new Date(now),
      ...nextEdit(tenant, now),
    };
  }

  #patched(tenant: TenantContext, before: Connector, { auth, config, ...fields }: ConnectorPatch): Connector {
    const now = this.clock.now();
    const connector: Connector = { ...before, ...given(fields), ...nextEdit(tenant, now, before.version) };
    connector.config = { ...before.config, ...given(config) };
    if (auth !== undefined) {
      connector.auth_type = auth?.type ?? null;
      connector.auth_sealed = auth ? this.credentials.seal(tenant, before.id, auth) : null;
    }
    this.check(connector.config, connector.auth_sealed === null ? null : 'stored');
    if (auth === undefined && connector.auth_sealed !== null) refuseOtherOrigin(before, connector);
    // Who changes how it is fetched, or switches it on, wants to see it: the next tick begins.
    const changed = JSON.stringify(connector.config) !== JSON.stringify(before.config) || auth !== undefined;
    if (!connector.enabled) connector.next_sync_at = null;
    else if (changed || fields.enabled === true) {
      Object.assign(connector, { next_sync_at: new Date(now), failures: 0, paused_at: null, pause_reason: null });
    } else if (fields.interval_minutes !== undefined && before.paused_at === null) {
      connector.next_sync_at = afterInterval(now, connector.interval_minutes);
    }
    return connector;
  }

  async #view(tx: Transaction, tenant: TenantContext, connector: Connector): Promise<ConnectorView> {
    const last = await this.syncs.latest(tx, tenant, [connector.id]);
    return { connector, lastSync: last.get(connector.id) ?? null };
  }

  async #find(tx: Transaction, tenant: TenantContext, id: string): Promise<Connector> {
    const connector = isUuid(id) ? await this.connectors.find(tx, tenant, id) : undefined;
    if (!connector) throw notFound('connector');
    return connector;
  }
}

/** As callers see it. */
function publicView({ config, auth_sealed: _, ...fields }: Connector): object {
  return { ...fields, ...config };
}

function given<T extends object>(fields: T): Partial<{ [K in keyof T]: Exclude<T[K], undefined> }> {
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined)) as never;
}

/** Stored credentials can not be read back; pointing them at another host would be a way to. */
function refuseOtherOrigin(before: Connector, after: Connector): void {
  if (new URL(before.config.endpoint).origin === new URL(after.config.endpoint).origin) return;
  const message = 'The endpoint moves to another host: send auth again, or null to go without.';
  refuse({ field: '/auth', code: 'required', message });
}

function refuseTakenSource({ id, source }: Connector, sources: ReadonlyMap<string, string>): void {
  const owner = sources.get(source);
  if (owner === undefined || owner === id) return;
  refuse({
    field: '/source',
    code: 'taken',
    message: 'Another connector feeds this source: each needs one of its own.',
  });
}

function refuse(error: FieldError): never {
  throw new ApiError('validation_failed', error.message, { errors: [error] });
}

/** `shop.example` → `shop.example`, `shop.example-2`, … */
function freeSource(host: string, sources: ReadonlyMap<string, string>): string {
  const base =
    host
      .replaceAll(/[^A-Za-z0-9.-]+/g, '-')
      .replace(/^[-.]+|[-.]+$/g, '')
      .slice(0, 58) || 'connector';
  for (let number = 1; ; number++) {
    const source = number === 1 ? base : `${base}-${number}`;
    if (!sources.has(source)) return source;
  }
}
