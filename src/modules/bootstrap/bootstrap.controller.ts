import { Controller, Get, Header, Param, Query, Req, Res, UseInterceptors } from '@nestjs/common';
import { ApiExcludeEndpoint, ApiOkResponse, ApiOperation, ApiProduces, ApiTags } from '@nestjs/swagger';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { TenantContext } from '../../kernel/tenant-context.ts';
import { OpenRoute, RequireKey, Tenant } from '../../platform/tenancy/index.ts';
import { BootstrapService } from './bootstrap.service.ts';
import { BrowserFiles } from './browser-files.ts';
import { BootstrapResponse } from './dto/bootstrap.response.ts';
import { EntityTagInterceptor } from './entity-tag.interceptor.ts';

const BRIEFLY = 'public, max-age=60, stale-while-revalidate=600';
const FOREVER = 'public, max-age=31536000, immutable';

const ICON =
  '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 24 24" fill="none" stroke="#1f5f4f" stroke-width="2.5" stroke-linecap="round"><circle cx="10.5" cy="10.5" r="6.5"/><path d="m15.5 15.5 5.5 5.5"/></svg>';

@ApiTags('Storefront')
@Controller()
@UseInterceptors(EntityTagInterceptor)
export class BootstrapController {
  constructor(
    private readonly bootstrap: BootstrapService,
    private readonly files: BrowserFiles,
  ) {}

  @Get('v1/:tenant/widget-bootstrap')
  @RequireKey('public', { afterRotation: true })
  @Header('cache-control', BRIEFLY)
  // Who sends a key that was rotated is told another one.
  @Header('vary', 'Origin, Authorization')
  @Header('content-type', 'application/json; charset=utf-8')
  @ApiOperation({ summary: 'What the SDK and the widget need to know of the shop', operationId: 'widgetBootstrap' })
  @ApiOkResponse({ type: BootstrapResponse })
  settings(@Tenant() tenant: TenantContext, @Req() { successorKey }: FastifyRequest): Promise<BootstrapResponse> {
    return this.bootstrap.describe(tenant, successorKey);
  }

  @Get('v1/:tenant/widget-bootstrap.js')
  @RequireKey('public', { keyIn: 'query' })
  @Header('cache-control', BRIEFLY)
  @Header('content-type', 'text/javascript; charset=utf-8')
  @ApiOperation({
    summary: 'The script tag of a shop: the SDK with its configuration, ready as `window.mb`',
    operationId: 'widgetBootstrapScript',
  })
  @ApiProduces('text/javascript')
  @ApiOkResponse({ schema: { type: 'string' } })
  script(
    @Tenant() tenant: TenantContext,
    @Query('key') key: string,
    @Req() { successorKey }: FastifyRequest,
  ): Promise<string> {
    return this.bootstrap.script(tenant, successorKey ?? key);
  }

  /** Browsers ask for it whatever a page says. */
  @Get('favicon.ico')
  @OpenRoute()
  @Header('cache-control', 'public, max-age=86400')
  @Header('content-type', 'image/svg+xml')
  @ApiExcludeEndpoint()
  icon(): string {
    return ICON;
  }

  @Get('assets/:file')
  @OpenRoute()
  @Header('cache-control', FOREVER)
  @ApiExcludeEndpoint()
  asset(@Param('file') name: string, @Res({ passthrough: true }) reply: FastifyReply): string {
    const { type, content } = this.files.byName(name);
    void reply.header('content-type', type);
    return content;
  }
}
