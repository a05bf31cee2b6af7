import { createParamDecorator, Injectable, type CanActivate, type ExecutionContext } from '@nestjs/common';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { ApiError } from '../../kernel/errors.ts';
import { RateLimiter } from '../../platform/http/index.ts';
import { refuseForeignPage, sessionToken } from './panel-request.ts';
import { SessionDirectory, type SignedIn } from './session-directory.ts';

declare module 'fastify' {
  interface FastifyRequest {
    /** Set by the guard of the panel's own routes when somebody is signed in. */
    signedIn?: SignedIn;
  }
}

/** Of the panel's own routes: pages of this service only, and every one without a session is counted by its address. */
@Injectable()
export class PanelGuard implements CanActivate {
  constructor(
    private readonly directory: SessionDirectory,
    private readonly limiter: RateLimiter,
  ) {}

  async canActivate(context: ExecutionContext): Promise<boolean> {
    const http = context.switchToHttp();
    const request = http.getRequest<FastifyRequest>();
    refuseForeignPage(request);
    const token = sessionToken(request);
    const signedIn = token === undefined ? undefined : await this.directory.find(token);
    if (signedIn) request.signedIn = signedIn;
    else await this.limiter.admitStranger(request, http.getResponse<FastifyReply>());
    return true;
  }
}

/** Who is signed in. @throws ApiError `sign_in_required` */
export const Person = createParamDecorator((_: unknown, context: ExecutionContext): SignedIn => {
  const { signedIn } = context.switchToHttp().getRequest<FastifyRequest>();
  if (!signedIn) throw new ApiError('sign_in_required', 'Nobody is signed in, or the session has ended.');
  return signedIn;
});
