import { Body, Controller, HttpCode, Post, Query } from '@nestjs/common';
import { ApiOkResponse, ApiOperation, ApiTags } from '@nestjs/swagger';
import type { TenantContext } from '../../kernel/tenant-context.ts';
import { NoQuery } from '../../platform/http/index.ts';
import { RequireKey, Tenant } from '../../platform/tenancy/index.ts';
import { EraseRequest, EraseResponse } from './dto/privacy.dto.ts';
import { ErasureService } from './erasure.service.ts';

@ApiTags('Privacy')
@Controller('v1/:tenant/privacy')
export class PrivacyController {
  constructor(private readonly erasure: ErasureService) {}

  @Post('erase')
  @HttpCode(200)
  @RequireKey('secret', { role: 'owner' })
  @ApiOperation({
    summary: 'Erase what is kept of a session or an order',
    description: 'Repeatable: what is gone already counts 0. Reports are corrected at once.',
    operationId: 'erase',
  })
  @ApiOkResponse({ type: EraseResponse })
  async erase(
    @Tenant() tenant: TenantContext,
    @Body() body: EraseRequest,
    @Query() _: NoQuery,
  ): Promise<EraseResponse> {
    return { erased: await this.erasure.erase(tenant, body.session_id?.toLowerCase() ?? null, body.order_id ?? null) };
  }
}
