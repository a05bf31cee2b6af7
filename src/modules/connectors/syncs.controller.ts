import { Controller, Get, HttpCode, Param, Post, Query } from '@nestjs/common';
import { ApiAcceptedResponse, ApiOkResponse, ApiOperation, ApiTags } from '@nestjs/swagger';
import type { TenantContext } from '../../kernel/tenant-context.ts';
import { NoQuery, PageQuery } from '../../platform/http/index.ts';
import { RequireKey, Tenant } from '../../platform/tenancy/index.ts';
import { SyncPageResponse, SyncResponse, toSyncPage, toSyncResponse } from './dto/sync.responses.ts';
import { SyncsService } from './syncs.service.ts';

@ApiTags('Connectors')
@Controller('v1/:tenant/connectors/:id')
export class SyncsController {
  constructor(private readonly syncs: SyncsService) {}

  @Post('sync')
  @HttpCode(202)
  @RequireKey('secret')
  @ApiOperation({ summary: 'Begin a sync now, also of a disabled connector', operationId: 'syncConnector' })
  @ApiAcceptedResponse({ type: SyncResponse })
  async start(@Tenant() tenant: TenantContext, @Param('id') id: string, @Query() _: NoQuery): Promise<SyncResponse> {
    return toSyncResponse(await this.syncs.start(tenant, id));
  }

  @Get('syncs')
  @RequireKey('secret')
  @ApiOperation({ summary: 'List the syncs of a connector, the newest first', operationId: 'listSyncs' })
  @ApiOkResponse({ type: SyncPageResponse })
  async list(
    @Tenant() tenant: TenantContext,
    @Param('id') id: string,
    @Query() page: PageQuery,
  ): Promise<SyncPageResponse> {
    return toSyncPage(await this.syncs.list(tenant, id, page));
  }

  @Get('syncs/:syncId')
  @RequireKey('secret')
  @ApiOperation({ summary: 'Read a sync, also while it runs', operationId: 'readSync' })
  @ApiOkResponse({ type: SyncResponse })
  async read(
    @Tenant() tenant: TenantContext,
    @Param('id') id: string,
    @Param('syncId') syncId: string,
    @Query() _: NoQuery,
  ): Promise<SyncResponse> {
    return toSyncResponse(await this.syncs.read(tenant, id, syncId));
  }

  @Post('syncs/:syncId/approve-removals')
  @HttpCode(200)
  @RequireKey('secret')
  @ApiOperation({ summary: 'Remove the documents that a sync has held back', operationId: 'approveRemovals' })
  @ApiOkResponse({ type: SyncResponse })
  async approve(
    @Tenant() tenant: TenantContext,
    @Param('id') id: string,
    @Param('syncId') syncId: string,
    @Query() _: NoQuery,
  ): Promise<SyncResponse> {
    return toSyncResponse(await this.syncs.approveRemovals(tenant, id, syncId));
  }
}
