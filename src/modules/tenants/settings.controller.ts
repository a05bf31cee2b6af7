import { Body, Controller, Get, Patch, Query, Res } from '@nestjs/common';
import { ApiOkResponse, ApiOperation, ApiTags } from '@nestjs/swagger';
import type { FastifyReply } from 'fastify';
import type { ExpectedVersions } from '../../kernel/edited.ts';
import type { Caller, TenantContext } from '../../kernel/tenant-context.ts';
import { IfMatch, NoQuery } from '../../platform/http/index.ts';
import { CurrentCaller, RequireKey, Tenant } from '../../platform/tenancy/index.ts';
import { PatchedSettingsResponse, PatchSettingsRequest, SettingsResponse } from './dto/settings.dto.ts';
import { refuseOwnersSettings } from './settings.ts';
import { TenantsService } from './tenants.service.ts';

/** In a header, so that what was read can be sent back as it is. */
const ETAG = { ETag: { description: 'For `If-Match`.', schema: { type: 'string' } } } as const;

@ApiTags('Settings')
@Controller('v1/:tenant/settings')
export class SettingsController {
  constructor(private readonly tenants: TenantsService) {}

  @Get()
  @RequireKey('secret')
  @ApiOperation({ summary: 'Read the settings', operationId: 'readSettings' })
  @ApiOkResponse({ type: SettingsResponse, headers: ETAG })
  async read(
    @Tenant() tenant: TenantContext,
    @Query() _: NoQuery,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<SettingsResponse> {
    const { settings, edited } = await this.tenants.editedSettings(tenant);
    void reply.header('etag', `"${edited.version}"`);
    return settings;
  }

  @Patch()
  @RequireKey('secret')
  @ApiOperation({ summary: 'Change the named settings', operationId: 'updateSettings' })
  @ApiOkResponse({ type: PatchedSettingsResponse, headers: ETAG })
  async update(
    @Tenant() tenant: TenantContext,
    @CurrentCaller() { role }: Caller,
    @IfMatch() expected: ExpectedVersions,
    @Body() body: PatchSettingsRequest,
    @Query() _: NoQuery,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<PatchedSettingsResponse> {
    if (role && role !== 'owner') refuseOwnersSettings(role, body);
    const { settings, edited, warnings } = await this.tenants.editSettings(tenant, body, expected);
    void reply.header('etag', `"${edited.version}"`);
    return { ...settings, warnings };
  }
}
