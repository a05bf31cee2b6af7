import { Controller, Get, Inject, Logger, Req, Res } from '@nestjs/common';
import { ApiExcludeController } from '@nestjs/swagger';
import { parseCookie, stringifySetCookie } from 'cookie';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { SETTINGS, type Settings } from '../../../config/settings.ts';
import { ApiError, notFound } from '../../../kernel/errors.ts';
import { RateLimiter } from '../../../platform/http/index.ts';
import { OpenRoute } from '../../../platform/tenancy/index.ts';
import { isSecure, setSessionCookie, SignInService } from '../../accounts/index.ts';
import { IdentityProvider, type Errand } from './identity-provider.ts';
import { SignInFailure, type FailureReason } from './sign-in-failure.ts';

const COOKIE = 'mb_oidc';
const PATH = '/panel/api/oidc';
const SECONDS = 600;

/** Sign-in by another's word. Pages, not calls: the browser is sent to the provider and comes back. */
@ApiExcludeController()
@Controller('panel/api/oidc')
export class OidcController {
  readonly #logger = new Logger('OpenID Connect');

  constructor(
    private readonly provider: IdentityProvider,
    private readonly signIns: SignInService,
    private readonly limiter: RateLimiter,
    @Inject(SETTINGS) private readonly settings: Settings,
  ) {}

  @Get('start')
  @OpenRoute()
  async start(@Req() request: FastifyRequest, @Res() reply: FastifyReply): Promise<void> {
    this.#refuseWithout();
    await this.limiter.admitStranger(request, reply);
    try {
      const { address, errand } = await this.provider.start(this.#home(request) + `${PATH}/callback`);
      keep(request, reply, errand);
      void reply.redirect(address.href, 303);
    } catch (error) {
      this.#fail(reply, error);
    }
  }

  @Get('callback')
  @OpenRoute()
  async callback(@Req() request: FastifyRequest, @Res() reply: FastifyReply): Promise<void> {
    this.#refuseWithout();
    await this.limiter.admitStranger(request, reply);
    try {
      const errand = kept(request);
      if (!errand)
        throw new SignInFailure('expired', 'The browser has brought nothing back: too late, or another one.');
      const email = await this.provider.verifiedEmail(new URL(request.url, this.#home(request)), errand);
      // The cookie of a session does not come along from another site: there is none to end.
      const visitor = { present: undefined, userAgent: request.headers['user-agent'] ?? '' };
      setSessionCookie(request, reply, await this.signIns.byVerifiedEmail(email, visitor));
      keep(request, reply, null);
      void reply.redirect('/panel/', 303);
    } catch (error) {
      keep(request, reply, null);
      this.#fail(reply, error);
    }
  }

  #refuseWithout(): void {
    if (this.provider.label === null) throw notFound('identity provider');
  }

  #home(request: FastifyRequest): string {
    return this.settings.publicUrl ?? `${request.protocol}://${request.host}`;
  }

  /** The person is told what can be done about it, the log all there is to know. */
  #fail(reply: FastifyReply, error: unknown): void {
    const reason = reasonOf(error);
    this.#logger.warn({ err: error, reason, msg: 'a sign-in by the identity provider failed' });
    void reply.redirect(`/panel/?sign_in=${reason}`, 303);
  }
}

function reasonOf(error: unknown): FailureReason {
  if (error instanceof SignInFailure) return error.reason;
  // The provider has vouched for the address: it is no secret of somebody else that it has no account.
  return error instanceof ApiError && error.code === 'invalid_credentials' ? 'unknown_account' : 'failed';
}

/** `Lax`: the browser comes back from another site. Null takes it away. */
function keep(request: FastifyRequest, reply: FastifyReply, errand: Errand | null): void {
  const cookie = stringifySetCookie({
    name: COOKIE,
    value: errand ? Buffer.from(JSON.stringify(errand)).toString('base64url') : '',
    httpOnly: true,
    sameSite: 'lax',
    secure: isSecure(request),
    path: PATH,
    maxAge: errand ? SECONDS : 0,
  });
  void reply.header('set-cookie', cookie).header('cache-control', 'no-store');
}

function kept({ headers }: FastifyRequest): Errand | null {
  const text = parseCookie(headers.cookie ?? '')[COOKIE];
  if (!text) return null;
  try {
    const { state, nonce, verifier } = JSON.parse(Buffer.from(text, 'base64url').toString()) as Record<string, unknown>;
    const sound = [state, nonce, verifier].every((value) => typeof value === 'string' && value !== '');
    return sound ? ({ state, nonce, verifier } as Errand) : null;
  } catch {
    return null;
  }
}
