import { createHash, timingSafeEqual } from 'node:crypto';
import { isIP } from 'node:net';
import { Controller, Get, Header, Inject, Req } from '@nestjs/common';
import { ApiOkResponse, ApiOperation, ApiTags } from '@nestjs/swagger';
import type { FastifyRequest } from 'fastify';
import { Registry } from 'prom-client';
import { SETTINGS, type Settings } from '../../config/settings.ts';
import { ApiError, notFound } from '../../kernel/errors.ts';
import { OpenRoute } from '../tenancy/index.ts';
import { Readiness } from './readiness.ts';

@ApiTags('Operations')
@Controller()
export class HealthController {
  constructor(
    private readonly readiness: Readiness,
    private readonly registry: Registry,
    @Inject(SETTINGS) private readonly settings: Settings,
  ) {}

  @Get('health/live')
  @OpenRoute()
  @ApiOperation({ summary: 'The process answers', operationId: 'healthLive' })
  @ApiOkResponse({ schema: { type: 'object', properties: { status: { type: 'string', example: 'ok' } } } })
  live(): { status: string } {
    return { status: 'ok' };
  }

  @Get('health/ready')
  @OpenRoute()
  @ApiOperation({
    summary: 'The process can serve: the database answers and it is not stopping',
    operationId: 'healthReady',
  })
  @ApiOkResponse({ schema: { type: 'object', properties: { status: { type: 'string', example: 'ok' } } } })
  async ready(): Promise<{ status: string }> {
    await this.readiness.check();
    return { status: 'ok' };
  }

  @Get('metrics')
  @OpenRoute()
  @Header('content-type', 'text/plain; version=0.0.4; charset=utf-8')
  @ApiOperation({
    summary: 'Prometheus metrics',
    description: 'From loopback, or with `Authorization: Bearer <METRICS_TOKEN>` when that is set.',
    operationId: 'metrics',
  })
  @ApiOkResponse({ content: { 'text/plain': { schema: { type: 'string' } } } })
  metrics(@Req() request: FastifyRequest): Promise<string> {
    this.#requireMetricsAccess(request);
    return this.registry.metrics();
  }

  #requireMetricsAccess(request: FastifyRequest): void {
    const { metricsToken } = this.settings;
    if (!metricsToken) {
      // The peer itself, not what a proxy's header says of it.
      if (!isLoopback(request.socket.remoteAddress ?? '')) throw notFound('route');
      return;
    }
    const given = request.headers.authorization ?? '';
    if (!timingSafeEqual(digest(given), digest(`Bearer ${metricsToken}`))) {
      throw new ApiError('invalid_api_key', 'Metrics need the token of METRICS_TOKEN.');
    }
  }
}

function digest(text: string): Buffer {
  return createHash('sha256').update(text).digest();
}

function isLoopback(address: string): boolean {
  return isIP(address) !== 0 && (/^127\.|^::ffff:127\./.test(address) || address === '::1');
}
