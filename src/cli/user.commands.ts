import { Command, Option, SubCommand } from 'nest-commander';
import { loadSettings } from '../config/settings.ts';
import { ROLES, type Role } from '../kernel/tenant-context.ts';
import { MembersService, type OneTimeLink } from '../modules/accounts/index.ts';
import { CommandGroup, MirabelCommand } from './command.ts';
import { table } from './output.ts';
import { CommandFailed, UsageError } from './session.ts';

const MOST = 1_000;

/** Where people reach the panel: `MB_PUBLIC_URL`, or the address that the service has on this machine. */
function withAddress({ path }: OneTimeLink): string {
  const { publicUrl, port } = loadSettings(process.env);
  return (publicUrl ?? `http://localhost:${port}`) + path;
}

function linkText(link: OneTimeLink): string {
  return `${withAddress(link)}\n(works once, until ${link.expires_at.toISOString()})`;
}

abstract class UserCommandOptions extends MirabelCommand {
  @Option({ flags: '--email <address>', description: 'the address that the person signs in with', required: true })
  parseEmail(text: string): string {
    return text;
  }
}

abstract class MemberCommand extends UserCommandOptions {
  @Option({ flags: '--tenant <slug>', description: 'the tenant', required: true })
  parseTenant(slug: string): string {
    return slug;
  }
}

interface CreateOptions {
  tenant: string;
  email: string;
  role: Role;
  name?: string;
}

@SubCommand({ name: 'create', description: 'let someone use the panel of a tenant; prints a one-time link' })
export class UserCreateCommand extends MemberCommand {
  async run(_words: string[], { tenant, email, role, name }: CreateOptions): Promise<void> {
    const { member, link } = await this.session.forTenant(tenant, (app, context) =>
      app.get(MembersService).invite(context, { email, role, name }, { trusted: true }),
    );
    this.output.result({ user: member, link: { ...link, url: withAddress(link) } }, linkText(link));
  }

  @Option({ flags: '--role <role>', description: 'owner, editor or viewer', required: true })
  parseRole(text: string): Role {
    const role = ROLES.find((known) => known === text);
    if (!role) throw new UsageError(`--role must be ${ROLES.join(', ')}, not "${text}".`);
    return role;
  }

  @Option({ flags: '--name <name>', description: 'how the person is called' })
  parseName(name: string): string {
    if (name.length > 100) throw new UsageError('--name must have at most 100 characters.');
    return name;
  }
}

@SubCommand({ name: 'list', description: 'list who may use the panel of a tenant' })
export class UserListCommand extends MirabelCommand {
  async run(_words: string[], { tenant }: { tenant: string }): Promise<void> {
    const { rows } = await this.session.forTenant(tenant, (app, context) =>
      app.get(MembersService).list(context, { limit: MOST, offset: 0 }),
    );
    const lines = rows.map(({ email, role, name, accepted_at }) => [
      email,
      role,
      accepted_at ? 'member' : 'invited',
      name,
    ]);
    this.output.result({ users: rows }, table(['EMAIL', 'ROLE', 'STATE', 'NAME'], lines, 'There are no members.'));
  }

  @Option({ flags: '--tenant <slug>', description: 'the tenant', required: true })
  parseTenant(slug: string): string {
    return slug;
  }
}

@SubCommand({ name: 'remove', description: 'take a person out of a tenant' })
export class UserRemoveCommand extends MemberCommand {
  async run(_words: string[], { tenant, email }: { tenant: string; email: string }): Promise<void> {
    await this.session.forTenant(tenant, async (app, context) => {
      const members = app.get(MembersService);
      const { rows } = await members.list(context, { limit: MOST, offset: 0 });
      const member = rows.find((row) => row.email === email.trim().toLowerCase());
      if (!member) throw new CommandFailed(`"${email}" is no member of "${tenant}".`);
      await members.remove(context, member.id);
    });
    this.output.result({ removed: email }, `Removed ${email} from "${tenant}".`);
  }
}

@SubCommand({ name: 'link', description: 'a new one-time link for someone who cannot sign in' })
export class UserLinkCommand extends UserCommandOptions {
  async run(_words: string[], { email }: { email: string }): Promise<void> {
    const link = await this.session.run((app) => app.get(MembersService).linkFor(email));
    this.output.result({ link: { ...link, url: withAddress(link) } }, linkText(link));
  }
}

@Command({
  name: 'user',
  description: 'create, list and remove people who use the panel',
  subCommands: [UserCreateCommand, UserListCommand, UserRemoveCommand, UserLinkCommand],
})
export class UserCommand extends CommandGroup {}
