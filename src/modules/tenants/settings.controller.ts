import { Body, Controller, Get, Patch, Query } from '@nestjs/common';
import { ApiOkResponse, ApiOperation, ApiTags } from '@nestjs/swagger';
import type { Caller, TenantContext } from '../../kernel/tenant-context.ts';
import { NoQuery } from '../../platform/http/index.ts';
import { CurrentCaller, RequireKey, Tenant } from '../../platform/tenancy/index.ts';
import { PatchedSettingsResponse, PatchSettingsRequest, SettingsResponse } from './dto/settings.dto.ts';
import { refuseOwnersSettings } from './settings.ts';
import { TenantsService } from './tenants.service.ts';

@ApiTags('Settings')
@Controller('v1/:tenant/settings')
export class SettingsController {
  constructor(private readonly tenants: TenantsService) {}

  @Get()
  @RequireKey('secret')
  @ApiOperation({ summary: 'Read the settings', operationId: 'readSettings' })
  @ApiOkResponse({ type: SettingsResponse })
  read(@Tenant() tenant: TenantContext, @Query() _: NoQuery): Promise<SettingsResponse> {
    return this.tenants.settings(tenant);
  }

  @Patch()
  @RequireKey('secret')
  @ApiOperation({ summary: 'Change the named settings', operationId: 'updateSettings' })
  @ApiOkResponse({ type: PatchedSettingsResponse })
  update(
    @Tenant() tenant: TenantContext,
    @CurrentCaller() { role }: Caller,
    @Body() body: PatchSettingsRequest,
    @Query() _: NoQuery,
  ): Promise<PatchedSettingsResponse> {
    if (role && role !== 'owner') refuseOwnersSettings(role, body);
    return this.tenants.updateSettings(tenant, body);
  }
}
