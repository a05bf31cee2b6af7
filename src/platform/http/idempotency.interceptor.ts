import { createHash } from 'node:crypto';
import { Injectable, type CallHandler, type ExecutionContext, type NestInterceptor } from '@nestjs/common';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { from, lastValueFrom, type Observable } from 'rxjs';
import { ApiError } from '../../kernel/errors.ts';
import type { Caller } from '../../kernel/tenant-context.ts';
import { Database, type Transaction } from '../database/index.ts';
import { routeSettings } from '../tenancy/index.ts';

const METHODS = new Set(['POST', 'PUT', 'PATCH', 'DELETE']);
export const IDEMPOTENCY_HOURS = 24;

interface StoredAnswer {
  body_hash: Buffer;
  status: number;
  headers: Record<string, string>;
  body: string;
}

interface Scope {
  caller: Caller;
  method: string;
  path: string;
  key: string;
  bodyHash: Buffer;
}

const EMPTY_BODY = createHash('sha256').digest();

/**
 * `Idempotency-Key` (section 2 of the contract). The handler runs inside one transaction with the storing of its answer;
 * an advisory lock of that transaction says "still running" to every process and vanishes when the process dies.
 */
@Injectable()
export class IdempotencyInterceptor implements NestInterceptor {
  constructor(private readonly database: Database) {}

  intercept(context: ExecutionContext, next: CallHandler): Observable<unknown> {
    const http = context.switchToHttp();
    const request = http.getRequest<FastifyRequest>();
    const header = request.headers['idempotency-key'];
    if (header === undefined || !request.caller || !METHODS.has(request.method)) return next.handle();
    if (routeSettings(request).idempotency === 'own') return next.handle();
    const scope: Scope = {
      caller: request.caller,
      method: request.method,
      path: request.url.split('?', 1)[0]!,
      key: parseIdempotencyKey(String(header)),
      bodyHash: withQuery(request.bodyHash ?? EMPTY_BODY, request.url),
    };
    const reply = http.getResponse<FastifyReply>();
    return from(this.database.tenant(scope.caller.tenant, (tx) => this.#run(tx, scope, reply, next)));
  }

  async #run(tx: Transaction, scope: Scope, reply: FastifyReply, next: CallHandler): Promise<unknown> {
    const [lock] = await tx.query<{ free: boolean }>(
      'select pg_try_advisory_xact_lock(hashtextextended($1, 0)) as free',
      [[scope.caller.tenant.tenantId, scope.caller.keyId, scope.method, scope.path, scope.key].join(' ')],
    );
    if (!lock?.free) {
      throw new ApiError('idempotency_in_progress', 'The first request with this key has not ended yet.', {
        retryAfter: 1,
      });
    }
    const stored = await this.#find(tx, scope);
    if (stored) return replay(stored, scope, reply);
    const value: unknown = await lastValueFrom(next.handle(), { defaultValue: undefined });
    if (reply.statusCode < 300) await this.#store(tx, scope, reply, value);
    return value;
  }

  async #find(tx: Transaction, scope: Scope): Promise<StoredAnswer | undefined> {
    const rows = await tx.query<StoredAnswer>(
      `select body_hash, status, headers, body from idempotency_keys
       where tenant_id = $1 and key_id = $2 and method = $3 and path = $4 and idempotency_key = $5
         and created_at > now() - make_interval(hours => $6)`,
      [...scopeColumns(scope), IDEMPOTENCY_HOURS],
    );
    return rows[0];
  }

  async #store(tx: Transaction, scope: Scope, reply: FastifyReply, value: unknown): Promise<void> {
    const body = Buffer.isBuffer(value) ? value.toString('utf8') : value === undefined ? '' : JSON.stringify(value);
    const type = reply.getHeader('content-type');
    await tx.query(
      `insert into idempotency_keys
         (tenant_id, key_id, method, path, idempotency_key, body_hash, status, headers, body)
       values ($1, $2, $3, $4, $5, $6, $7, $8, $9)
       on conflict (tenant_id, key_id, method, path, idempotency_key) do update set
         body_hash = excluded.body_hash, status = excluded.status, headers = excluded.headers,
         body = excluded.body, created_at = now()`,
      [
        ...scopeColumns(scope),
        scope.bodyHash,
        reply.statusCode,
        { 'content-type': typeof type === 'string' ? type : 'application/json; charset=utf-8' },
        body,
      ],
    );
  }
}

function scopeColumns({ caller, method, path, key }: Scope): unknown[] {
  return [caller.tenant.tenantId, caller.keyId, method, path, key];
}

function replay(stored: StoredAnswer, scope: Scope, reply: FastifyReply): unknown {
  if (!stored.body_hash.equals(scope.bodyHash)) {
    throw new ApiError('idempotency_key_reused', 'This key came with another body before.');
  }
  reply.status(stored.status).header('idempotency-replayed', 'true');
  if (stored.body === '') return undefined;
  reply.headers(stored.headers);
  return Buffer.from(stored.body, 'utf8');
}

/** The query string is part of what was asked: `DELETE /api/v1/index?source=a` is not `?source=b`. */
function withQuery(bodyHash: Buffer, url: string): Buffer {
  const at = url.indexOf('?');
  return at < 0 ? bodyHash : createHash('sha256').update(bodyHash).update(url.slice(at)).digest();
}

/** Bare, or a quoted string as the IETF draft has it: both name the same key. */
export function parseIdempotencyKey(header: string): string {
  const quoted = /^"((?:[^"\\]|\\["\\])*)"$/.exec(header.trim());
  const key = quoted ? quoted[1]!.replaceAll(/\\(["\\])/g, '$1') : header.trim();
  if (!/^[\x20-\x7e]{1,255}$/.test(key)) {
    throw new ApiError('invalid_parameter', 'Idempotency-Key must be 1 to 255 printable ASCII characters.', {
      errors: [{ field: 'Idempotency-Key', code: 'length', message: 'It must be 1 to 255 printable characters.' }],
    });
  }
  return key;
}
