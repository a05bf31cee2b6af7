import { Body, Controller, Header, HttpCode, Post, Query } from '@nestjs/common';
import { ApiOkResponse, ApiOperation, ApiTags } from '@nestjs/swagger';
import type { TenantContext } from '../../kernel/tenant-context.ts';
import { NoQuery } from '../../platform/http/index.ts';
import { RequireKey, Tenant } from '../../platform/tenancy/index.ts';
import { PreviewRequest } from './dto/preview.requests.ts';
import { PreviewResponse } from './dto/preview.response.ts';
import { PreviewService } from './preview.service.ts';

@ApiTags('Search')
@Controller('v1/:tenant/search/preview')
export class PreviewController {
  constructor(private readonly previews: PreviewService) {}

  @Post()
  @HttpCode(200)
  @RequireKey('secret', { role: 'viewer' })
  @Header('cache-control', 'no-store')
  @Header('content-type', 'application/json; charset=utf-8')
  @ApiOperation({
    summary: 'A search as it is, and as it would be with these rules and synonyms; nothing is stored',
    operationId: 'previewSearch',
  })
  @ApiOkResponse({ type: PreviewResponse })
  preview(@Tenant() tenant: TenantContext, @Body() body: PreviewRequest, @Query() _: NoQuery): Promise<Buffer> {
    return this.previews.preview(tenant, body);
  }
}
