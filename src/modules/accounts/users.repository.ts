import { Injectable } from '@nestjs/common';
import type { PageRequest } from '../../kernel/paging.ts';
import type { Role, TenantContext } from '../../kernel/tenant-context.ts';
import type { Transaction } from '../../platform/database/index.ts';
import type { Membership, User } from './account.ts';

/** A member as the owners of a shop see them. */
export interface Member {
  id: string;
  email: string;
  name: string;
  role: Role;
  created_at: Date;
  created_by: string;
  accepted_at: Date | null;
}

const USER = 'id, email, name, password_hash, email_verified_at, created_at';
const MEMBER = 'u.id, u.email, u.name, m.role, m.created_at, m.created_by, m.accepted_at';

/** Accounts and memberships. What has no tenant needs a system transaction. */
@Injectable()
export class UsersRepository {
  async findByEmail(tx: Transaction, email: string): Promise<User | undefined> {
    const [user] = await tx.query<User>(`select ${USER} from users where email = $1`, [email]);
    return user;
  }

  async find(tx: Transaction, id: string): Promise<User | undefined> {
    const [user] = await tx.query<User>(`select ${USER} from users where id = $1`, [id]);
    return user;
  }

  /** The account of the address, made when there is none; locked until the end of the transaction. */
  async ensure(tx: Transaction, user: Pick<User, 'id' | 'email' | 'name' | 'created_at'>): Promise<User> {
    await tx.query(
      'insert into users (id, email, name, created_at) values ($1, $2, $3, $4) on conflict (email) do nothing',
      [user.id, user.email, user.name, user.created_at],
    );
    const [row] = await tx.query<User>(`select ${USER} from users where email = $1 for update`, [user.email]);
    return row!;
  }

  async setPassword(tx: Transaction, id: string, hash: string | null): Promise<void> {
    await tx.query('update users set password_hash = $2 where id = $1', [id, hash]);
  }

  async verifyEmail(tx: Transaction, id: string, at: Date): Promise<void> {
    await tx.query('update users set email_verified_at = coalesce(email_verified_at, $2) where id = $1', [id, at]);
  }

  /** Who belongs nowhere any more. */
  async deleteIfAlone(tx: Transaction, id: string): Promise<boolean> {
    const rows = await tx.query(
      'delete from users where id = $1 and not exists (select from memberships where user_id = $1) returning 1',
      [id],
    );
    return rows.length > 0;
  }

  memberships(tx: Transaction, userId: string): Promise<Membership[]> {
    return tx.query<Membership>(
      `select m.tenant_id, t.slug, t.name as tenant_name, m.role, m.accepted_at
       from memberships m join tenants t on t.id = m.tenant_id where m.user_id = $1 order by t.slug`,
      [userId],
    );
  }

  async listMembers(
    tx: Transaction,
    tenant: TenantContext,
    page: PageRequest,
  ): Promise<{ total: number; rows: Member[] }> {
    const rows = await tx.query<Member>(
      `select ${MEMBER} from memberships m join users u on u.id = m.user_id
       where m.tenant_id = $1 order by u.email limit $2 offset $3`,
      [tenant.tenantId, page.limit, page.offset],
    );
    return { total: await this.countMembers(tx, tenant), rows };
  }

  async countMembers(tx: Transaction, tenant: TenantContext): Promise<number> {
    const [row] = await tx.query<{ count: number }>(
      'select count(*)::int as count from memberships where tenant_id = $1',
      [tenant.tenantId],
    );
    return row?.count ?? 0;
  }

  async member(tx: Transaction, tenant: TenantContext, userId: string): Promise<Member | undefined> {
    const [row] = await tx.query<Member>(
      `select ${MEMBER} from memberships m join users u on u.id = m.user_id where m.tenant_id = $1 and m.user_id = $2`,
      [tenant.tenantId, userId],
    );
    return row;
  }

  /** Until the end of the transaction: their number, and that one owner stays, are judged on what is really there. */
  async lockMembers(tx: Transaction, tenant: TenantContext): Promise<void> {
    await tx.query('select pg_advisory_xact_lock(hashtextextended($1, 0))', [`members ${tenant.tenantId}`]);
  }

  /** Owners who have come; who is only invited cannot look after a shop. */
  async countOwners(tx: Transaction, tenant: TenantContext): Promise<number> {
    const [row] = await tx.query<{ count: number }>(
      `select count(*)::int as count from memberships
       where tenant_id = $1 and role = 'owner' and accepted_at is not null`,
      [tenant.tenantId],
    );
    return row?.count ?? 0;
  }

  async putMember(
    tx: Transaction,
    tenant: TenantContext,
    member: { userId: string; role: Role; at: Date; by: string; acceptedAt: Date | null },
  ): Promise<void> {
    await tx.query(
      `insert into memberships (tenant_id, user_id, role, created_at, created_by, accepted_at)
       values ($1, $2, $3, $4, $5, $6)
       on conflict (tenant_id, user_id) do update set role = excluded.role,
         accepted_at = coalesce(memberships.accepted_at, excluded.accepted_at)`,
      [tenant.tenantId, member.userId, member.role, member.at, member.by, member.acceptedAt],
    );
  }

  /** `tenantId` null: everywhere. */
  async acceptInvitations(tx: Transaction, userId: string, tenantId: string | null, at: Date): Promise<void> {
    await tx.query(
      `update memberships set accepted_at = $3
       where user_id = $1 and ($2::uuid is null or tenant_id = $2) and accepted_at is null`,
      [userId, tenantId, at],
    );
  }

  async deleteMember(tx: Transaction, tenant: TenantContext, userId: string): Promise<void> {
    await tx.query('delete from memberships where tenant_id = $1 and user_id = $2', [tenant.tenantId, userId]);
  }
}
