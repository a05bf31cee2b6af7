import { Injectable } from '@nestjs/common';
import type { Transaction } from '../../platform/database/index.ts';
import type { SignInMethod } from './account.ts';

export interface PanelSession {
  id: string;
  user_id: string;
  method: SignInMethod;
  user_agent: string;
  created_at: Date;
  last_used_at: Date;
  expires_at: Date;
}

export interface SignInLink {
  user_id: string;
  /** The tenant whose owner made it; null: who runs the service did. */
  invited_to: string | null;
}

const SESSION = 'id, user_id, method, user_agent, created_at, last_used_at, expires_at';

/** Sessions and one-time links, by the hash of what opens them. Needs a system transaction. */
@Injectable()
export class SessionsRepository {
  async insert(tx: Transaction, session: PanelSession, hash: Buffer): Promise<void> {
    await tx.query(
      `insert into panel_sessions (id, token_hash, user_id, method, user_agent, created_at, last_used_at, expires_at)
       values ($1, $2, $3, $4, $5, $6, $7, $8)`,
      [
        session.id,
        hash,
        session.user_id,
        session.method,
        session.user_agent,
        session.created_at,
        session.last_used_at,
        session.expires_at,
      ],
    );
  }

  async findByHash(tx: Transaction, hash: Buffer): Promise<PanelSession | undefined> {
    const [row] = await tx.query<PanelSession>(`select ${SESSION} from panel_sessions where token_hash = $1`, [hash]);
    return row;
  }

  /** Those that still open a door, newest first. */
  ofUser(tx: Transaction, userId: string, now: Date): Promise<PanelSession[]> {
    return tx.query<PanelSession>(
      `select ${SESSION} from panel_sessions where user_id = $1 and expires_at > $2 order by created_at desc, id desc`,
      [userId, now],
    );
  }

  /** False when the person has no such session. */
  async delete(tx: Transaction, userId: string, id: string): Promise<boolean> {
    const rows = await tx.query('delete from panel_sessions where user_id = $1 and id = $2 returning 1', [userId, id]);
    return rows.length > 0;
  }

  /** All of a person but one. */
  async deleteOthers(tx: Transaction, userId: string, keep: string | null): Promise<void> {
    await tx.query('delete from panel_sessions where user_id = $1 and id is distinct from $2::uuid', [userId, keep]);
  }

  async deleteBeyond(tx: Transaction, userId: string, most: number): Promise<void> {
    await tx.query(
      `delete from panel_sessions where id in (
         select id from panel_sessions where user_id = $1 order by created_at desc, id desc offset $2)`,
      [userId, most],
    );
  }

  async touch(tx: Transaction, uses: { id: string; at: Date }[]): Promise<void> {
    await tx.query(
      `update panel_sessions s set last_used_at = greatest(s.last_used_at, u.at)
       from unnest($1::uuid[], $2::timestamptz[]) as u(id, at) where s.id = u.id`,
      [uses.map(({ id }) => id), uses.map(({ at }) => at)],
    );
  }

  async insertLink(tx: Transaction, link: SignInLink, hash: Buffer, at: Date, until: Date): Promise<void> {
    await tx.query(
      'insert into sign_in_links (token_hash, user_id, invited_to, created_at, expires_at) values ($1, $2, $3, $4, $5)',
      [hash, link.user_id, link.invited_to, at, until],
    );
  }

  /** Locked until the end of the transaction: a link that is sent twice at once opens once. */
  async findLink(tx: Transaction, hash: Buffer, now: Date): Promise<SignInLink | undefined> {
    const [row] = await tx.query<SignInLink>(
      'select user_id, invited_to from sign_in_links where token_hash = $1 and expires_at > $2 for update',
      [hash, now],
    );
    return row;
  }

  async deleteLink(tx: Transaction, hash: Buffer): Promise<void> {
    await tx.query('delete from sign_in_links where token_hash = $1', [hash]);
  }

  /** Of a person, from one tenant or from everywhere. */
  async deleteLinks(tx: Transaction, userId: string, invitedTo?: string): Promise<void> {
    await tx.query('delete from sign_in_links where user_id = $1 and ($2::uuid is null or invited_to = $2)', [
      userId,
      invitedTo ?? null,
    ]);
  }

  async deleteExpired(tx: Transaction, now: Date): Promise<void> {
    await tx.query('delete from panel_sessions where expires_at <= $1', [now]);
    await tx.query('delete from sign_in_links where expires_at <= $1', [now]);
  }
}
