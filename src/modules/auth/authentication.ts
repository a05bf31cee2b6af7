import { Inject, Injectable, type OnModuleInit } from '@nestjs/common';
import { HttpAdapterHost } from '@nestjs/core';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { CLOCK, type Clock } from '../../kernel/clock.ts';
import { ApiError } from '../../kernel/errors.ts';
import { tenantContext, type Caller } from '../../kernel/tenant-context.ts';
import { comesFromPanel, refuseForeignPage, SessionDirectory, sessionToken } from '../accounts/index.ts';
import { RateLimiter } from '../../platform/http/index.ts';
import { routeSettings } from '../../platform/tenancy/index.ts';
import { isWellFormedKey } from './api-key.ts';
import { KeyDirectory } from './key-directory.ts';
import type { KeyRecord } from './keys.repository.ts';

/** After the end of a rotated key, so long a page that still has it is told of its successor, ms: no tab lives longer. */
const TOLD_FOR = 30 * 86_400_000;

declare module 'fastify' {
  interface FastifyRequest {
    allowedOrigins?: readonly string[];
    /** The key that took the place of the presented one, on routes that tell it. */
    successorKey?: string;
  }
}

/**
 * Says who sends a request and counts it, before its body is read: nobody must make us parse 10 MiB in vain. Whether the
 * caller may do what it asks is the key guard's question.
 */
@Injectable()
export class Authentication implements OnModuleInit {
  readonly #callers = new WeakMap<KeyRecord, Caller>();

  constructor(
    private readonly adapterHost: HttpAdapterHost,
    private readonly directory: KeyDirectory,
    private readonly sessions: SessionDirectory,
    private readonly limiter: RateLimiter,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  onModuleInit(): void {
    // Without a server (command line) there is nobody to authenticate.
    const fastify = this.adapterHost.httpAdapter?.getInstance() as FastifyInstance | undefined;
    fastify?.addHook('onRequest', (request, reply, done) => {
      let admitted;
      try {
        admitted = this.#admitKnown(request, reply);
      } catch (error) {
        return done(error as Error);
      }
      if (admitted) done();
      else void this.#lookCloser(request, reply, done);
    });
  }

  /** Most keys are known, and then there is nothing to wait for. False: look closer, nothing was counted. */
  #admitKnown(request: FastifyRequest, reply: FastifyReply): boolean {
    const { access, keyIn, afterRotation } = routeSettings(request);
    if (!access || access.kinds === 'open') return true;
    if (keyIn || afterRotation || comesFromPanel(request)) return false;
    const token = bearerToken(request);
    const record = token === undefined ? undefined : this.directory.peek(token);
    if (!record || this.#faultOf(record)) return false;
    return this.limiter.admitCallerAtOnce(this.#accept(record, request), request, reply);
  }

  async #lookCloser(request: FastifyRequest, reply: FastifyReply, done: (fault?: Error) => void): Promise<void> {
    let fault: Error | undefined;
    try {
      await this.#authenticate(request, reply);
    } catch (error) {
      fault = error as Error;
    }
    done(fault);
  }

  async #authenticate(request: FastifyRequest, reply: FastifyReply): Promise<void> {
    const { access, keyIn, afterRotation } = routeSettings(request);
    if (!access || access.kinds === 'open') return;
    if (!keyIn && comesFromPanel(request)) return this.#authenticatePerson(request, reply);
    const presented = keyIn === 'query' ? readKeyOfAddress(request) : readKey(request);
    const known = presented instanceof ApiError ? undefined : this.directory.peek(presented);
    // A key that is known is well formed.
    const key = known || presented instanceof ApiError ? presented : wellFormed(presented);
    const familiar = known !== undefined || (!(key instanceof ApiError) && this.directory.isFamiliar(key));
    // Before the look-up, so that guessing keys costs the guesser, not the database.
    if (!familiar) await this.limiter.admitStranger(request, reply);
    if (key instanceof ApiError) throw key;
    const record = known ?? (await this.directory.find(key));
    const successor = record && (afterRotation || keyIn) && (await this.#successorOf(record));
    const fault = afterRotation && successor ? null : this.#faultOf(record);
    if ((!record || fault) && familiar) await this.limiter.admitStranger(request, reply);
    if (!record || fault) throw fault ?? new ApiError('invalid_api_key', 'There is no such key.');
    if (successor) request.successorKey = successor;
    const caller = this.#accept(record, request);
    // Before the body too, and before the guard: calls of a valid key that are refused for their scope count.
    await this.limiter.admitCaller(caller, request, reply);
  }

  /** A person's session stands for a secret key of the shop that the path names, as far as the person's role goes. */
  async #authenticatePerson(request: FastifyRequest, reply: FastifyReply): Promise<void> {
    const token = sessionToken(request);
    const person = token === undefined ? undefined : await this.sessions.find(token);
    if (!person) await this.limiter.admitStranger(request, reply);
    refuseForeignPage(request);
    if (!person) throw new ApiError('sign_in_required', 'Nobody is signed in, or the session has ended.');
    const { session, user, memberships } = person;
    const { tenant: slug } = request.params as { tenant?: string };
    const membership = slug === undefined ? undefined : memberships.get(slug);
    if (!membership) {
      await this.limiter.admitStranger(request, reply);
      if (slug === undefined) throw new ApiError('insufficient_scope', 'This route needs a key, not a session.');
      throw new ApiError('tenant_mismatch', 'You are no member of this tenant.');
    }
    const actor = { kind: 'user', id: user.id, name: user.email } as const;
    const caller: Caller = Object.freeze({
      tenant: tenantContext(membership.tenant_id, membership.slug, actor),
      keyId: session.id,
      kind: 'secret',
      role: membership.role,
    });
    request.caller = caller;
    await this.limiter.admitCaller(caller, request, reply);
  }

  #faultOf(record: KeyRecord | undefined): ApiError | null {
    if (record?.revokedAt) return new ApiError('revoked_api_key', 'This key was revoked.');
    const expired = record?.expiresAt && record.expiresAt.getTime() <= this.clock.now();
    return expired ? new ApiError('expired_api_key', 'This key has expired.') : null;
  }

  /** The public key to go on with: not for one that was revoked, and not for ever. */
  async #successorOf({ successorKey, revokedAt, expiresAt }: KeyRecord): Promise<string | undefined> {
    if (!successorKey || revokedAt || this.clock.now() > (expiresAt?.getTime() ?? Infinity) + TOLD_FOR)
      return undefined;
    const next = this.directory.peek(successorKey) ?? (await this.directory.find(successorKey));
    return next && !this.#faultOf(next) ? successorKey : undefined;
  }

  #accept(record: KeyRecord, request: FastifyRequest): Caller {
    this.directory.noteUse(record);
    request.allowedOrigins = record.allowedOrigins;
    let caller = this.#callers.get(record);
    if (!caller) {
      const { id, kind, name, tenantId, slug } = record;
      caller = Object.freeze({ tenant: tenantContext(tenantId, slug, { kind: 'key', id, name }), keyId: id, kind });
      this.#callers.set(record, caller);
    }
    request.caller = caller;
    return caller;
  }
}

const BEARER = /^Bearer +([^\s]+)\s*$/i;

const bearerToken = ({ headers }: FastifyRequest): string | undefined => BEARER.exec(headers.authorization ?? '')?.[1];

/** The presented key, when it can be one at all. */
function readKey(request: FastifyRequest): string | ApiError {
  if (!request.headers.authorization)
    return new ApiError('missing_api_key', 'Send the header Authorization: Bearer <API_KEY>.');
  const token = bearerToken(request);
  if (!token) return new ApiError('invalid_api_key', 'The Authorization header must be: Bearer <API_KEY>.');
  return token;
}

function readKeyOfAddress(request: FastifyRequest): string | ApiError {
  const { key } = request.query as { key?: unknown };
  if (key === undefined) return new ApiError('missing_api_key', 'Add ?key=<public key> to the address of the script.');
  return String(key);
}

function wellFormed(key: string): string | ApiError {
  return isWellFormedKey(key) ? key : new ApiError('invalid_api_key', 'The key is mistyped or cut off.');
}
