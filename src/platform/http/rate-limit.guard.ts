import { Injectable, type CanActivate, type ExecutionContext } from '@nestjs/common';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { RateLimiter } from './rate-limiter.ts';

/** Runs before the key guard, so that refused calls of a valid key count too. */
@Injectable()
export class RateLimitGuard implements CanActivate {
  constructor(private readonly limiter: RateLimiter) {}

  async canActivate(context: ExecutionContext): Promise<boolean> {
    const http = context.switchToHttp();
    const request = http.getRequest<FastifyRequest>();
    if (request.caller) await this.limiter.admitCaller(request.caller, request, http.getResponse<FastifyReply>());
    return true;
  }
}
