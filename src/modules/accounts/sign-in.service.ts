import { Inject, Injectable } from '@nestjs/common';
import { CLOCK, type Clock } from '../../kernel/clock.ts';
import { ApiError, notFound } from '../../kernel/errors.ts';
import { isUuid, newId } from '../../kernel/ids.ts';
import { Database, type Transaction } from '../../platform/database/index.ts';
import { canonicalEmail, SESSION_LENGTH, SESSIONS_PER_USER, type SignInMethod, type User } from './account.ts';
import { PasswordHasher } from './password-hasher.ts';
import { refuseWeakPassword } from './password-rules.ts';
import { SessionDirectory, type SignedIn } from './session-directory.ts';
import { SessionsRepository, type PanelSession, type SignInLink } from './sessions.repository.ts';
import { hashToken, isToken, newToken } from './token.ts';
import { UsersRepository } from './users.repository.ts';

/** What a browser brings along: the session that it has, which ends, and its name. */
export interface Visitor {
  present: SignedIn | undefined;
  userAgent: string;
}

const USER_AGENT_LENGTH = 300;

/** How people come in and go. Each way in makes a new session, so that none that was planted is ever worth anything. */
@Injectable()
export class SignInService {
  constructor(
    private readonly database: Database,
    private readonly users: UsersRepository,
    private readonly sessions: SessionsRepository,
    private readonly directory: SessionDirectory,
    private readonly passwords: PasswordHasher,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  /** The session's token. @throws ApiError `invalid_credentials`, after the same work for an unknown address */
  async byPassword(email: string, password: string, visitor: Visitor): Promise<string> {
    const address = canonicalEmail(email);
    const user = address ? await this.database.system((tx) => this.users.findByEmail(tx, address)) : undefined;
    const right = await this.passwords.verify(password, user?.password_hash ?? null);
    if (!right || !user) throw new ApiError('invalid_credentials', 'The address or the password is not right.');
    return this.database.system(async (tx) => {
      // The password may have been changed while we compared.
      const now = await this.users.find(tx, user.id);
      if (now?.password_hash !== user.password_hash) {
        throw new ApiError('invalid_credentials', 'The address or the password is not right.');
      }
      return this.#begin(tx, user, 'password', visitor);
    });
  }

  /** The session's token; the link is used up. @throws ApiError `invalid_sign_in_link`, `sign_in_required` */
  byLink(token: string, visitor: Visitor): Promise<string> {
    return this.database.system(async (tx) => {
      const link = isToken(token) ? await this.sessions.findLink(tx, hashToken(token), this.#now()) : undefined;
      const user = link && (await this.users.find(tx, link.user_id));
      if (!link || !user) throw new ApiError('invalid_sign_in_link', 'This link was used already, or it has expired.');
      await this.#refuseStranger(tx, link, user, visitor.present);
      await this.sessions.deleteLink(tx, hashToken(token));
      await this.users.acceptInvitations(tx, user.id, link.invited_to, this.#now());
      return this.#begin(tx, user, 'link', visitor);
    });
  }

  /** By the word of the identity provider. The session's token. @throws ApiError `invalid_credentials` */
  byVerifiedEmail(email: string, visitor: Visitor): Promise<string> {
    return this.database.system(async (tx) => {
      const address = canonicalEmail(email);
      const user = address ? await this.users.findByEmail(tx, address) : undefined;
      if (!user) throw new ApiError('invalid_credentials', 'There is no account with this address.');
      if (user.email_verified_at === null) {
        // Whoever set a password before was given a link to this address, but nobody has vouched for them.
        await this.users.setPassword(tx, user.id, null);
        await this.sessions.deleteOthers(tx, user.id, null);
        await this.sessions.deleteLinks(tx, user.id);
        await this.users.verifyEmail(tx, user.id, this.#now());
      }
      await this.users.acceptInvitations(tx, user.id, null, this.#now());
      return this.#begin(tx, user, 'oidc', visitor);
    });
  }

  sessionsOf({ user }: SignedIn): Promise<PanelSession[]> {
    return this.database.system((tx) => this.sessions.ofUser(tx, user.id, this.#now()));
  }

  /** @throws ApiError `not_found` */
  end({ user }: SignedIn, id: string): Promise<void> {
    return this.database.system(async (tx) => {
      if (!isUuid(id) || !(await this.sessions.delete(tx, user.id, id))) throw notFound('session');
      await this.directory.tellChanged(tx, user.id);
    });
  }

  /**
   * Ends all other sessions and links. Who came by a link need not know the password that was forgotten.
   * @throws ApiError `validation_failed`, `invalid_credentials`
   */
  async changePassword({ user, session }: SignedIn, current: string | undefined, password: string): Promise<void> {
    refuseWeakPassword(password, user.email);
    const stored = (await this.database.system((tx) => this.users.find(tx, user.id)))?.password_hash ?? null;
    if (stored !== null && session.method !== 'link' && !(await this.passwords.verify(current ?? '', stored))) {
      const message = 'This is not the present password.';
      throw new ApiError('validation_failed', message, { errors: [{ field: '/current', code: 'wrong', message }] });
    }
    const hash = await this.passwords.hash(password);
    await this.database.system(async (tx) => {
      await this.users.setPassword(tx, user.id, hash);
      await this.sessions.deleteOthers(tx, user.id, session.id);
      await this.sessions.deleteLinks(tx, user.id);
      await this.directory.tellChanged(tx, user.id);
    });
  }

  /**
   * The link of a shop's owner opens an account by itself only while it belongs to no other shop: else an owner could
   * invite someone to become that person elsewhere. Then whoever has the link must be signed in as that person already.
   */
  async #refuseStranger(tx: Transaction, link: SignInLink, user: User, present: SignedIn | undefined): Promise<void> {
    if (link.invited_to === null || present?.user.id === user.id) return;
    const memberships = await this.users.memberships(tx, user.id);
    const elsewhere = memberships.some((one) => one.accepted_at !== null && one.tenant_id !== link.invited_to);
    if (!elsewhere) return;
    throw new ApiError(
      'sign_in_required',
      'This invitation is for an account that exists: sign in first, then open it.',
    );
  }

  async #begin(tx: Transaction, user: User, method: SignInMethod, visitor: Visitor): Promise<string> {
    const token = newToken();
    const now = this.clock.now();
    const session: PanelSession = {
      id: newId(),
      user_id: user.id,
      method,
      user_agent: visitor.userAgent.replaceAll('\0', '').slice(0, USER_AGENT_LENGTH),
      created_at: new Date(now),
      last_used_at: new Date(now),
      expires_at: new Date(now + SESSION_LENGTH),
    };
    if (visitor.present) {
      await this.sessions.delete(tx, visitor.present.user.id, visitor.present.session.id);
      await this.directory.tellChanged(tx, visitor.present.user.id);
    }
    await this.sessions.insert(tx, session, hashToken(token));
    await this.sessions.deleteBeyond(tx, user.id, SESSIONS_PER_USER);
    await this.directory.tellChanged(tx, user.id);
    return token;
  }

  #now(): Date {
    return new Date(this.clock.now());
  }
}
