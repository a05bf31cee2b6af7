import { Controller, Get, Req, Res } from '@nestjs/common';
import { ApiExcludeController } from '@nestjs/swagger';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { ApiError, notFound } from '../../kernel/errors.ts';
import { OpenRoute } from '../../platform/tenancy/index.ts';
import { PanelFiles, type Encoding } from './panel-files.ts';

const FOREVER = 'public, max-age=31536000, immutable';
/** Nothing inline, nothing of anybody else. */
const HEADERS = {
  'content-security-policy': [
    "default-src 'none'",
    "script-src 'self'",
    "style-src 'self'",
    "connect-src 'self'",
    "img-src 'self' data:",
    "font-src 'self'",
    "manifest-src 'self'",
    "form-action 'self'",
    "base-uri 'none'",
    "frame-ancestors 'none'",
  ].join(';'),
  'cross-origin-resource-policy': 'same-origin',
  // Over plain http a browser says by nothing else that a request is our own page's.
  'referrer-policy': 'same-origin',
  'permissions-policy': 'camera=(), geolocation=(), microphone=()',
};

@ApiExcludeController()
@Controller('panel')
export class PanelPagesController {
  constructor(private readonly files: PanelFiles) {}

  @Get(['', '*'])
  @OpenRoute()
  page(@Req() request: FastifyRequest, @Res({ passthrough: true }) reply: FastifyReply): Buffer {
    const path = request.url.split('?', 1)[0]!.replace(/^\/panel\/?/, '');
    if (/^api(\/|$)/.test(path)) throw new ApiError('not_found', 'There is no such route.');
    const file = this.files.find(path);
    // A script that is gone must not be answered with a page.
    if (!file && path.startsWith('assets/')) throw notFound('file');
    const found = file ?? this.files.find('index.html');
    if (!found) throw new ApiError('not_found', 'The panel is not built: run `npm run build`.');
    const encoding = encodingFor(request);
    void reply.headers({
      ...HEADERS,
      'content-type': found.type,
      'cache-control': found.immutable ? FOREVER : 'no-cache',
      vary: 'Accept-Encoding',
    });
    if (found.content[encoding] !== found.content.identity) void reply.header('content-encoding', encoding);
    return found.content[encoding];
  }
}

function encodingFor({ headers }: FastifyRequest): Encoding {
  const accepted = String(headers['accept-encoding'] ?? '');
  if (/\bbr\b/.test(accepted)) return 'br';
  return /\bgzip\b/.test(accepted) ? 'gzip' : 'identity';
}
