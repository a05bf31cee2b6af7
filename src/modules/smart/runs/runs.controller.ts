import { Controller, Get, HttpCode, Param, Post, Query } from '@nestjs/common';
import { ApiAcceptedResponse, ApiOkResponse, ApiOperation, ApiTags } from '@nestjs/swagger';
import type { TenantContext } from '../../../kernel/tenant-context.ts';
import { NoQuery, PageQuery } from '../../../platform/http/index.ts';
import { RequireKey, Tenant } from '../../../platform/tenancy/index.ts';
import { RunPageResponse, RunResponse, toRunPage, toRunResponse } from '../dto/run.responses.ts';
import { RunsService } from './runs.service.ts';

@ApiTags('Smart')
@Controller('v1/:tenant/smart/runs')
export class RunsController {
  constructor(private readonly runs: RunsService) {}

  @Get()
  @RequireKey('secret')
  @ApiOperation({ summary: 'List the runs, the newest first', operationId: 'listRuns' })
  @ApiOkResponse({ type: RunPageResponse })
  async list(@Tenant() tenant: TenantContext, @Query() page: PageQuery): Promise<RunPageResponse> {
    return toRunPage(await this.runs.list(tenant, page));
  }

  @Post()
  @HttpCode(202)
  @RequireKey('secret')
  @ApiOperation({ summary: 'Start a run now; skipped in mode off', operationId: 'startRun' })
  @ApiAcceptedResponse({ type: RunResponse })
  async start(@Tenant() tenant: TenantContext, @Query() _: NoQuery): Promise<RunResponse> {
    return toRunResponse(await this.runs.start(tenant));
  }

  @Get(':id')
  @RequireKey('secret')
  @ApiOperation({ summary: 'Read a run, also while it runs', operationId: 'readRun' })
  @ApiOkResponse({ type: RunResponse })
  async read(@Tenant() tenant: TenantContext, @Param('id') id: string, @Query() _: NoQuery): Promise<RunResponse> {
    return toRunResponse(await this.runs.read(tenant, id));
  }

  @Post(':id/cancel')
  @HttpCode(200)
  @RequireKey('secret')
  @ApiOperation({ summary: 'Cancel a run; what it has decided stays', operationId: 'cancelRun' })
  @ApiOkResponse({ type: RunResponse })
  async cancel(@Tenant() tenant: TenantContext, @Param('id') id: string, @Query() _: NoQuery): Promise<RunResponse> {
    return toRunResponse(await this.runs.cancel(tenant, id));
  }
}
