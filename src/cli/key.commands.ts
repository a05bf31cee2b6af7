import { Command, Option, SubCommand } from 'nest-commander';
import { KEY_KINDS, type KeyKind } from '../kernel/tenant-context.ts';
import { KeysService, parseAllowedOrigin, type ApiKey } from '../modules/auth/index.ts';
import { CommandGroup, MirabelCommand } from './command.ts';
import { table } from './output.ts';
import { UsageError } from './session.ts';

abstract class TenantKeyCommand extends MirabelCommand {
  @Option({ flags: '--tenant <slug>', description: 'the tenant', required: true })
  parseTenant(slug: string): string {
    return slug;
  }
}

interface CreateOptions {
  tenant: string;
  kind: KeyKind;
  name: string;
  origin?: string[];
}

@SubCommand({ name: 'create', description: 'create a key and print its value, this once' })
export class KeyCreateCommand extends TenantKeyCommand {
  async run(_words: string[], { tenant, kind, name, origin = [] }: CreateOptions): Promise<void> {
    const key = await this.session.forTenant(tenant, (app, context) =>
      app.get(KeysService).create(context, { kind, name, allowed_origins: origin }),
    );
    this.output.result({ key }, `${key.key}\n(id ${key.id}; shown this once)`);
  }

  @Option({ flags: '--kind <kind>', description: 'public, secret or indexer', required: true })
  parseKind(text: string): KeyKind {
    const kind = KEY_KINDS.find((known) => known === text);
    if (!kind) throw new UsageError(`--kind must be ${KEY_KINDS.join(', ')}, not "${text}".`);
    return kind;
  }

  @Option({ flags: '--name <name>', description: 'what the key is for', required: true })
  parseName(name: string): string {
    if (name.length === 0 || name.length > 100) throw new UsageError('--name must have 1 to 100 characters.');
    return name;
  }

  @Option({ flags: '--origin <origin>', description: 'a page that may use the key; repeat for more' })
  parseOrigin(text: string, before: string[] = []): string[] {
    const origin = parseAllowedOrigin(text);
    if (!origin) throw new UsageError(`"${text}" is no origin: write https://shop.tld or https://*.shop.tld.`);
    return [...before, origin];
  }
}

@SubCommand({ name: 'list', description: 'list the keys of a tenant, newest first' })
export class KeyListCommand extends TenantKeyCommand {
  async run(_words: string[], { tenant }: { tenant: string }): Promise<void> {
    const keys = await this.session.forTenant(tenant, (app, context) =>
      app.get(KeysService).list(context, { limit: 1000, offset: 0 }),
    );
    const rows = keys.rows.map((key) => [key.id, key.kind, `…${key.last4}`, stateOf(key), key.name]);
    this.output.result({ keys: keys.rows }, table(['ID', 'KIND', 'KEY', 'STATE', 'NAME'], rows, 'There are no keys.'));
  }
}

function stateOf(key: ApiKey): string {
  if (key.revoked_at) return `revoked ${key.revoked_at.toISOString()}`;
  if (!key.expires_at) return 'active';
  return `${key.expires_at.getTime() <= Date.now() ? 'expired' : 'until'} ${key.expires_at.toISOString()}`;
}

@SubCommand({ name: 'rotate', arguments: '<id>', description: 'replace a key; the old one works for 24 more hours' })
export class KeyRotateCommand extends TenantKeyCommand {
  async run([id = '']: string[], { tenant, graceHours = 24 }: { tenant: string; graceHours?: number }): Promise<void> {
    const key = await this.session.forTenant(tenant, (app, context) =>
      app.get(KeysService).rotate(context, id, graceHours),
    );
    this.output.result({ key }, `${key.key}\n(id ${key.id}; the old key works for ${graceHours} more hours)`);
  }

  @Option({ flags: '--grace-hours <hours>', description: 'hours in which the old key still works (0 to 720)' })
  parseGraceHours(text: string): number {
    const hours = /^\d{1,3}$/.test(text) ? Number(text) : Number.NaN;
    if (!(hours <= 720)) throw new UsageError('--grace-hours must be a whole number from 0 to 720.');
    return hours;
  }
}

@SubCommand({ name: 'revoke', arguments: '<id>', description: 'revoke a key at once' })
export class KeyRevokeCommand extends TenantKeyCommand {
  async run([id = '']: string[], { tenant }: { tenant: string }): Promise<void> {
    await this.session.forTenant(tenant, (app, context) => app.get(KeysService).revoke(context, id));
    this.output.result({ revoked: id }, `Revoked the key ${id}.`);
  }
}

@Command({
  name: 'key',
  description: 'create, list, rotate and revoke API keys',
  subCommands: [KeyCreateCommand, KeyListCommand, KeyRotateCommand, KeyRevokeCommand],
})
export class KeyCommand extends CommandGroup {}
