import { createCipheriv, createDecipheriv, createHash, randomBytes } from 'node:crypto';
import { Inject, Injectable } from '@nestjs/common';
import { SETTINGS, type Settings } from '../../config/settings.ts';
import type { TenantContext } from '../../kernel/tenant-context.ts';
import type { ConnectorAuth } from './connector.ts';

/** Sealed with a key that this process does not have, or damaged. */
export class UnreadableCredentials extends Error {
  override name = 'UnreadableCredentials';
}

const VERSION = 'v1';

/**
 * Merchants' credentials at rest: AES-256-GCM, bound to tenant and connector, so that a row copied elsewhere opens
 * nothing. The id of the key stands in front, so that a new key can take over while the old one still reads.
 */
@Injectable()
export class Credentials {
  constructor(@Inject(SETTINGS) private readonly settings: Settings) {}

  seal(tenant: TenantContext, connectorId: string, auth: ConnectorAuth): string {
    const key = this.#key();
    const iv = randomBytes(12);
    const cipher = createCipheriv('aes-256-gcm', key, iv).setAAD(boundTo(tenant, connectorId));
    const data = Buffer.concat([cipher.update(JSON.stringify(auth), 'utf8'), cipher.final()]);
    return [VERSION, idOf(key), ...[iv, cipher.getAuthTag(), data].map((part) => part.toString('base64url'))].join('.');
  }

  /** @throws UnreadableCredentials */
  open(tenant: TenantContext, connectorId: string, sealed: string): ConnectorAuth {
    const [version, keyId, iv, tag, data] = sealed.split('.');
    const keys = [this.#key(), ...this.settings.previousEncryptionKeys];
    const key = keys.find((candidate) => idOf(candidate) === keyId);
    if (version !== VERSION || !key) throw unreadable();
    try {
      const decipher = createDecipheriv('aes-256-gcm', key, Buffer.from(iv!, 'base64url'), { authTagLength: 16 })
        .setAAD(boundTo(tenant, connectorId))
        .setAuthTag(Buffer.from(tag!, 'base64url'));
      const text = Buffer.concat([decipher.update(Buffer.from(data!, 'base64url')), decipher.final()]).toString('utf8');
      return JSON.parse(text) as ConnectorAuth;
    } catch {
      // The cause may quote what it failed on.
      throw unreadable();
    }
  }

  /** True when another key than today's sealed it. */
  isOutdated(sealed: string): boolean {
    return sealed.split('.')[1] !== idOf(this.#key());
  }

  #key(): Buffer {
    if (!this.settings.encryptionKey) throw new Error('There is no encryption key: MB_ENCRYPTION_KEY is not set.');
    return this.settings.encryptionKey;
  }
}

const boundTo = (tenant: TenantContext, connectorId: string): Buffer =>
  Buffer.from(`${tenant.tenantId} ${connectorId}`);

const idOf = (key: Buffer): string => createHash('sha256').update('key id').update(key).digest('base64url').slice(0, 8);

function unreadable(): UnreadableCredentials {
  return new UnreadableCredentials(
    'The stored credentials cannot be read with the present encryption keys: enter them again.',
  );
}
