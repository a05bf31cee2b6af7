import { Body, Controller, Get, HttpCode, Post, Query } from '@nestjs/common';
import { ApiOkResponse, ApiOperation, ApiTags } from '@nestjs/swagger';
import type { TenantContext } from '../../kernel/tenant-context.ts';
import { NoQuery } from '../../platform/http/index.ts';
import { RequireKey, Tenant } from '../../platform/tenancy/index.ts';
import { PeriodPageQuery } from './dto/metrics.requests.ts';
import { OpportunitiesRequest, OpportunitiesResponse, RepeatedClicksResponse } from './dto/opportunities.dto.ts';
import { OpportunitiesService } from './opportunities.service.ts';
import { RepeatedClicksService } from './repeated-clicks.service.ts';

@ApiTags('Opportunities')
@Controller('v1/:tenant')
export class OpportunitiesController {
  constructor(
    private readonly opportunities: OpportunitiesService,
    private readonly repeated: RepeatedClicksService,
  ) {}

  @Post('opportunities/group')
  @HttpCode(200)
  @RequireKey('secret', { role: 'viewer' })
  @ApiOperation({ summary: 'Group searches without results, with causes and value', operationId: 'groupOpportunities' })
  @ApiOkResponse({ type: OpportunitiesResponse })
  group(
    @Tenant() tenant: TenantContext,
    @Body() body: OpportunitiesRequest,
    @Query() _: NoQuery,
  ): Promise<OpportunitiesResponse> {
    return this.opportunities.group(tenant, body);
  }

  @Get('smart/repeated-clicks')
  @RequireKey('secret')
  @ApiOperation({ summary: 'Items that many sessions pick for the same words', operationId: 'repeatedClicks' })
  @ApiOkResponse({ type: RepeatedClicksResponse })
  repeatedClicks(@Tenant() tenant: TenantContext, @Query() query: PeriodPageQuery): Promise<RepeatedClicksResponse> {
    return this.repeated.list(tenant, query);
  }
}
