import { parseCookie, stringifySetCookie } from 'cookie';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { ApiError } from '../../kernel/errors.ts';
import { SESSION_LENGTH } from './account.ts';
import { isToken } from './token.ts';

export const SESSION_COOKIE = 'mb_panel';
const PANEL_HEADER = 'x-mirabel-panel';
const SAFE_METHODS = new Set(['GET', 'HEAD']);

/** Sent by the panel's scripts alone: a form cannot, and another site's script would need a leave that we never give. */
export function comesFromPanel({ headers }: FastifyRequest): boolean {
  return headers[PANEL_HEADER] === '1' && headers.authorization === undefined;
}

/**
 * A cookie travels with whatever a browser sends; only a page of this service may use it. Changes need its `Origin`. For
 * reading, which browsers send without one, their word on the site or the referrer is enough.
 * @throws ApiError `not_from_the_panel`
 */
export function refuseForeignPage(request: FastifyRequest): void {
  const { origin, referer, 'sec-fetch-site': site, [PANEL_HEADER]: header } = request.headers;
  if (header !== '1') throw new ApiError('not_from_the_panel', 'Send the header X-Mirabel-Panel: 1.');
  if (site !== undefined && site !== 'same-origin') throw foreign();
  if (origin !== undefined) {
    if (!isOwn(request, origin)) throw foreign();
    return;
  }
  const reading = SAFE_METHODS.has(request.method);
  if (reading && (site === 'same-origin' || (referer !== undefined && isOwn(request, referer)))) return;
  throw foreign();
}

function foreign(): ApiError {
  return new ApiError(
    'not_from_the_panel',
    'The request comes from a page of another site, or does not say from where.',
  );
}

/** TLS may end in front of us, so that https is as good as what we see; http is not when we see https. */
function isOwn(request: FastifyRequest, address: string): boolean {
  const url = URL.parse(address);
  if (!url || url.host !== request.host.toLowerCase()) return false;
  return url.protocol === 'https:' || (url.protocol === 'http:' && request.protocol === 'http');
}

/** Whether the browser sees us over TLS. */
export function isSecure(request: FastifyRequest): boolean {
  return request.protocol === 'https' || request.headers.origin?.startsWith('https:') === true;
}

export function sessionToken({ headers }: FastifyRequest): string | undefined {
  const token = parseCookie(headers.cookie ?? '')[SESSION_COOKIE];
  return isToken(token) ? token : undefined;
}

/** Null takes it away. */
export function setSessionCookie(request: FastifyRequest, reply: FastifyReply, token: string | null): void {
  const cookie = {
    name: SESSION_COOKIE,
    value: token ?? '',
    httpOnly: true,
    sameSite: 'strict',
    secure: isSecure(request),
    path: '/',
    maxAge: token === null ? 0 : SESSION_LENGTH / 1000,
  } as const;
  void reply.header('set-cookie', stringifySetCookie(cookie)).header('cache-control', 'no-store');
}
