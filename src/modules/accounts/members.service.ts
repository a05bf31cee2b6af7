import { Inject, Injectable } from '@nestjs/common';
import { CLOCK, type Clock } from '../../kernel/clock.ts';
import { ApiError, notFound } from '../../kernel/errors.ts';
import { isUuid, newId } from '../../kernel/ids.ts';
import type { Page, PageRequest } from '../../kernel/paging.ts';
import type { Role, TenantContext } from '../../kernel/tenant-context.ts';
import { Database, type Transaction } from '../../platform/database/index.ts';
import { AuditTrail, changesOf } from '../audit/index.ts';
import { canonicalEmail, LINK_LENGTH, MEMBERS_PER_TENANT } from './account.ts';
import { SessionDirectory } from './session-directory.ts';
import { SessionsRepository } from './sessions.repository.ts';
import { hashToken, newToken } from './token.ts';
import { UsersRepository, type Member } from './users.repository.ts';

/** A way in that works once. */
export interface OneTimeLink {
  /** Below the address of the service: `/panel/link/<token>`. */
  path: string;
  expires_at: Date;
}

export interface Invitation {
  email: string;
  name?: string | undefined;
  role: Role;
}

/** Who may use the panel of a shop. */
@Injectable()
export class MembersService {
  constructor(
    private readonly database: Database,
    private readonly users: UsersRepository,
    private readonly sessions: SessionsRepository,
    private readonly directory: SessionDirectory,
    private readonly audit: AuditTrail,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  list(tenant: TenantContext, { limit, offset }: PageRequest): Promise<Page<Member>> {
    return this.database.tenant(tenant, async (tx) => ({
      ...(await this.users.listMembers(tx, tenant, { limit, offset })),
      limit,
      offset,
    }));
  }

  /**
   * Makes the account when the address has none. `trusted`: the word of who runs the service, that needs no consent of the
   * person and whose link opens everything that the person has.
   * @throws ApiError `validation_failed`, `conflict`
   */
  invite(
    tenant: TenantContext,
    { email, name = '', role }: Invitation,
    { trusted }: { trusted: boolean },
  ): Promise<{ member: Member; link: OneTimeLink }> {
    const address = canonicalEmail(email);
    if (!address) throw faultAt('/email', 'email', 'email must be an address such as ana@shop.example.');
    return this.database.system(async (tx) => {
      await this.users.lockMembers(tx, tenant);
      const at = this.#now();
      const user = await this.users.ensure(tx, { id: newId(), email: address, name, created_at: at });
      if ((await this.users.member(tx, tenant, user.id))?.accepted_at) {
        throw new ApiError('conflict', 'This person is a member already. Change the role instead.', {
          members: { existing_id: user.id },
        });
      }
      if ((await this.users.countMembers(tx, tenant)) >= MEMBERS_PER_TENANT) {
        throw new ApiError('conflict', `A tenant may have ${MEMBERS_PER_TENANT} members. Remove some first.`);
      }
      const by = tenant.actor?.name ?? 'mirabel';
      const acceptedAt = trusted ? at : null;
      await this.users.putMember(tx, tenant, { userId: user.id, role, at, by, acceptedAt });
      const link = await this.#makeLink(tx, user.id, trusted ? null : tenant.tenantId);
      await this.directory.tellChanged(tx, user.id);
      const member = (await this.users.member(tx, tenant, user.id))!;
      await this.#record(tx, tenant, 'invite', null, member);
      return { member, link };
    });
  }

  /** A new link for a member, in place of earlier ones of this shop. @throws ApiError `not_found` */
  link(tenant: TenantContext, userId: string): Promise<OneTimeLink> {
    return this.database.system(async (tx) => {
      const member = await this.#find(tx, tenant, userId);
      await this.#record(tx, tenant, 'link', member, member);
      await this.sessions.deleteLinks(tx, userId, tenant.tenantId);
      return this.#makeLink(tx, userId, tenant.tenantId);
    });
  }

  /** For who runs the service. @throws ApiError `not_found` */
  linkFor(email: string): Promise<OneTimeLink> {
    return this.database.system(async (tx) => {
      const user = await this.users.findByEmail(tx, canonicalEmail(email) ?? '');
      if (!user) throw new ApiError('not_found', `There is no account "${email}".`);
      await this.sessions.deleteLinks(tx, user.id);
      return this.#makeLink(tx, user.id, null);
    });
  }

  /** @throws ApiError `not_found`, `last_owner` */
  changeRole(tenant: TenantContext, userId: string, role: Role): Promise<Member> {
    return this.database.system(async (tx) => {
      await this.users.lockMembers(tx, tenant);
      const member = await this.#find(tx, tenant, userId);
      if (role !== 'owner') await this.#refuseLastOwner(tx, tenant, member);
      const { created_at: at, created_by: by } = member;
      await this.users.putMember(tx, tenant, { userId, role, at, by, acceptedAt: null });
      await this.directory.tellChanged(tx, userId);
      await this.#record(tx, tenant, 'update', member, { ...member, role });
      return { ...member, role };
    });
  }

  /** The account goes with its last membership. @throws ApiError `not_found`, `last_owner` */
  remove(tenant: TenantContext, userId: string): Promise<void> {
    return this.database.system(async (tx) => {
      await this.users.lockMembers(tx, tenant);
      const member = await this.#find(tx, tenant, userId);
      await this.#refuseLastOwner(tx, tenant, member);
      await this.#record(tx, tenant, 'delete', member, null);
      await this.users.deleteMember(tx, tenant, userId);
      await this.sessions.deleteLinks(tx, userId, tenant.tenantId);
      await this.users.deleteIfAlone(tx, userId);
      await this.directory.tellChanged(tx, userId);
    });
  }

  #record(tx: Transaction, tenant: TenantContext, action: string, before: Member | null, after: Member | null) {
    const { id, email } = (after ?? before)!;
    const changes = changesOf(before && { role: before.role }, after && { role: after.role });
    return this.audit.record(tx, tenant, { kind: 'member', action, subjectId: id, subject: email, changes });
  }

  async #refuseLastOwner(tx: Transaction, tenant: TenantContext, member: Member): Promise<void> {
    if (member.role !== 'owner' || !member.accepted_at || (await this.users.countOwners(tx, tenant)) > 1) return;
    throw new ApiError('last_owner', `${member.email} is the only owner: make someone else an owner first.`);
  }

  async #find(tx: Transaction, tenant: TenantContext, userId: string): Promise<Member> {
    const member = isUuid(userId) ? await this.users.member(tx, tenant, userId) : undefined;
    if (!member) throw notFound('member');
    return member;
  }

  async #makeLink(tx: Transaction, userId: string, invitedTo: string | null): Promise<OneTimeLink> {
    const token = newToken();
    const at = this.#now();
    const until = new Date(at.getTime() + LINK_LENGTH);
    await this.sessions.insertLink(tx, { user_id: userId, invited_to: invitedTo }, hashToken(token), at, until);
    return { path: `/panel/link/${token}`, expires_at: until };
  }

  #now(): Date {
    return new Date(this.clock.now());
  }
}

function faultAt(field: string, code: string, message: string): ApiError {
  return new ApiError('validation_failed', message, { errors: [{ field, code, message }] });
}
