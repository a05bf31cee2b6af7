import { createParamDecorator, type ExecutionContext } from '@nestjs/common';
import type { FastifyRequest } from 'fastify';
import type { Caller } from '../../kernel/tenant-context.ts';
import { parseIdempotencyKey } from '../../platform/http/index.ts';
import { callerOf } from '../../platform/tenancy/index.ts';

/** Who reports an event and how, beside its body. The address is hashed before anything is stored. */
export interface Report {
  caller: Caller;
  address: string;
  userAgent: string | undefined;
  /** Global Privacy Control: the shopper does not want to be tracked. */
  optOut: boolean;
  idempotencyKey: string | null;
}

export const Reported = createParamDecorator((_: unknown, context: ExecutionContext): Report => {
  const request = context.switchToHttp().getRequest<FastifyRequest>();
  const key = request.headers['idempotency-key'];
  return {
    caller: callerOf(request),
    address: request.ip,
    userAgent: request.headers['user-agent'],
    optOut: request.headers['sec-gpc'] === '1',
    idempotencyKey: key === undefined ? null : parseIdempotencyKey(String(key)),
  };
});
