import { Body, Controller, Delete, Get, HttpCode, Param, Post, Query } from '@nestjs/common';
import { ApiCreatedResponse, ApiNoContentResponse, ApiOkResponse, ApiOperation, ApiTags } from '@nestjs/swagger';
import type { TenantContext } from '../../kernel/tenant-context.ts';
import { NoQuery, PageQuery } from '../../platform/http/index.ts';
import { RequireKey, Tenant } from '../../platform/tenancy/index.ts';
import { CreateKeyRequest, RotateKeyRequest } from './dto/key.requests.ts';
import { KeyPageResponse, NewKeyResponse } from './dto/key.response.ts';
import { KeysService } from './keys.service.ts';

@ApiTags('Keys')
@Controller('v1/:tenant/keys')
export class KeysController {
  constructor(private readonly keys: KeysService) {}

  @Get()
  @RequireKey('secret', { role: 'owner' })
  @ApiOperation({ summary: 'List the keys, newest first', operationId: 'listKeys' })
  @ApiOkResponse({ type: KeyPageResponse })
  list(@Tenant() tenant: TenantContext, @Query() page: PageQuery): Promise<KeyPageResponse> {
    return this.keys.list(tenant, page);
  }

  @Post()
  @RequireKey('secret', { role: 'owner' })
  @ApiOperation({ summary: 'Create a key; its value is in this answer only', operationId: 'createKey' })
  @ApiCreatedResponse({ type: NewKeyResponse })
  create(
    @Tenant() tenant: TenantContext,
    @Body() body: CreateKeyRequest,
    @Query() _: NoQuery,
  ): Promise<NewKeyResponse> {
    return this.keys.create(tenant, { ...body, expires_at: body.expires_at ? new Date(body.expires_at) : null });
  }

  @Post(':id/rotate')
  @HttpCode(200)
  @RequireKey('secret', { role: 'owner' })
  @ApiOperation({ summary: 'Replace a key; the old one works until the grace ends', operationId: 'rotateKey' })
  @ApiOkResponse({ type: NewKeyResponse })
  rotate(
    @Tenant() tenant: TenantContext,
    @Param('id') id: string,
    @Body() body: RotateKeyRequest,
    @Query() _: NoQuery,
  ): Promise<NewKeyResponse> {
    return this.keys.rotate(tenant, id, body.grace_hours);
  }

  @Delete(':id')
  @HttpCode(204)
  @RequireKey('secret', { role: 'owner' })
  @ApiOperation({ summary: 'Revoke a key at once', operationId: 'revokeKey' })
  @ApiNoContentResponse()
  revoke(@Tenant() tenant: TenantContext, @Param('id') id: string, @Query() _: NoQuery): Promise<void> {
    return this.keys.revoke(tenant, id);
  }
}
