import { createHash } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import type { TenantContext } from '../../kernel/tenant-context.ts';
import { Database } from '../../platform/database/index.ts';
import { credentialHeaders, mapperOf, type Connector, type ConnectorConfig } from './connector.ts';
import { ConnectorsRepository } from './connectors.repository.ts';
import { Credentials } from './credentials.ts';
import type { CompiledMapping } from './mapping.ts';

/** All that a sync needs to know of its connector, as it was when the sync began. */
export interface SyncPlan {
  connector: Connector;
  config: ConnectorConfig;
  credentials: Readonly<Record<string, string>> | null;
  map: CompiledMapping | null;
  /** Of what decides how an answer becomes documents. */
  fingerprint: Buffer;
}

@Injectable()
export class SyncPlans {
  constructor(
    private readonly database: Database,
    private readonly connectors: ConnectorsRepository,
    private readonly credentials: Credentials,
  ) {}

  /** Null when the connector is gone. @throws UnreadableCredentials */
  async of(tenant: TenantContext, connectorId: string): Promise<SyncPlan | null> {
    const connector = await this.database.tenant(tenant, (tx) => this.connectors.find(tx, tenant, connectorId));
    if (!connector) return null;
    const { config } = connector;
    return {
      connector,
      config,
      credentials: await this.#open(tenant, connector),
      map: mapperOf(config),
      fingerprint: createHash('sha256')
        .update(JSON.stringify([config, connector.source, connector.auth_type]))
        .digest(),
    };
  }

  async #open(tenant: TenantContext, { id, auth_sealed: sealed }: Connector): Promise<SyncPlan['credentials']> {
    if (sealed === null) return null;
    const auth = this.credentials.open(tenant, id, sealed);
    if (this.credentials.isOutdated(sealed)) {
      const anew = this.credentials.seal(tenant, id, auth);
      await this.database.tenant(tenant, (tx) => this.connectors.reseal(tx, tenant, id, sealed, anew));
    }
    return credentialHeaders(auth);
  }
}
