import { Inject, Injectable, type OnModuleInit } from '@nestjs/common';
import { HttpAdapterHost } from '@nestjs/core';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { CLOCK, type Clock } from '../../kernel/clock.ts';
import { ApiError } from '../../kernel/errors.ts';
import { tenantContext, type Caller } from '../../kernel/tenant-context.ts';
import { RateLimiter } from '../../platform/http/index.ts';
import { routeSettings } from '../../platform/tenancy/index.ts';
import { isWellFormedKey } from './api-key.ts';
import { KeyDirectory } from './key-directory.ts';
import type { KeyRecord } from './keys.repository.ts';

declare module 'fastify' {
  interface FastifyRequest {
    allowedOrigins?: readonly string[];
  }
}

/**
 * Says who sends a request and counts it, before its body is read: nobody must make us parse 10 MiB in vain. Whether the
 * caller may do what it asks is the key guard's question.
 */
@Injectable()
export class Authentication implements OnModuleInit {
  constructor(
    private readonly adapterHost: HttpAdapterHost,
    private readonly directory: KeyDirectory,
    private readonly limiter: RateLimiter,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  onModuleInit(): void {
    // Without a server (command line) there is nobody to authenticate.
    const fastify = this.adapterHost.httpAdapter?.getInstance() as FastifyInstance | undefined;
    fastify?.addHook('onRequest', (request, reply) => this.#authenticate(request, reply));
  }

  async #authenticate(request: FastifyRequest, reply: FastifyReply): Promise<void> {
    const { access } = routeSettings(request);
    if (!access || access.kinds === 'open') return;
    const key = bearerToken(request);
    const known = key instanceof ApiError ? undefined : this.directory.peek(key);
    // Before the look-up, so that guessing keys costs the guesser, not the database.
    if (!known) await this.#admitUnknown(key, request, reply);
    const record = known ?? (await this.directory.find(key as string));
    const caller = this.#accept(record, request);
    // Before the body too, and before the guard: calls of a valid key that are refused for their scope count.
    await this.limiter.admitCaller(caller, request, reply);
  }

  async #admitUnknown(key: string | ApiError, request: FastifyRequest, reply: FastifyReply): Promise<void> {
    await this.limiter.admitStranger(request, reply);
    if (key instanceof ApiError) throw key;
    if (!isWellFormedKey(key)) throw new ApiError('invalid_api_key', 'The key is mistyped or cut off.');
  }

  #accept(record: KeyRecord | undefined, request: FastifyRequest): Caller {
    if (!record) throw new ApiError('invalid_api_key', 'There is no such key.');
    if (record.revokedAt) throw new ApiError('revoked_api_key', 'This key was revoked.');
    if (record.expiresAt && record.expiresAt.getTime() <= this.clock.now()) {
      throw new ApiError('expired_api_key', 'This key has expired.');
    }
    this.directory.noteUse(record);
    request.allowedOrigins = record.allowedOrigins;
    const caller: Caller = Object.freeze({
      tenant: tenantContext(record.tenantId, record.slug),
      keyId: record.id,
      kind: record.kind,
    });
    request.caller = caller;
    return caller;
  }
}

function bearerToken(request: FastifyRequest): string | ApiError {
  const header = request.headers.authorization;
  if (!header) return new ApiError('missing_api_key', 'Send the header Authorization: Bearer <API_KEY>.');
  const token = /^Bearer +([^\s]+)\s*$/i.exec(header)?.[1];
  return token ?? new ApiError('invalid_api_key', 'The Authorization header must be: Bearer <API_KEY>.');
}
