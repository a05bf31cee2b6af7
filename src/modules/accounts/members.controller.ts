import { Body, Controller, Delete, Get, HttpCode, Param, Patch, Post, Query } from '@nestjs/common';
import { ApiCreatedResponse, ApiNoContentResponse, ApiOkResponse, ApiOperation, ApiTags } from '@nestjs/swagger';
import type { TenantContext } from '../../kernel/tenant-context.ts';
import { NoQuery, PageQuery } from '../../platform/http/index.ts';
import { RequireKey, Tenant } from '../../platform/tenancy/index.ts';
import {
  ChangeMemberRequest,
  InvitationResponse,
  InviteMemberRequest,
  MemberPageResponse,
  MemberResponse,
  OneTimeLinkResponse,
} from './dto/member.dto.ts';
import { MembersService } from './members.service.ts';

/** A stored answer would keep the link: these routes store none. */
const OWNERS = { role: 'owner', idempotency: 'own' } as const;

@ApiTags('Members')
@Controller('v1/:tenant/members')
export class MembersController {
  constructor(private readonly members: MembersService) {}

  @Get()
  @RequireKey('secret', { role: 'owner' })
  @ApiOperation({ summary: 'List who may use the panel', operationId: 'listMembers' })
  @ApiOkResponse({ type: MemberPageResponse })
  list(@Tenant() tenant: TenantContext, @Query() page: PageQuery): Promise<MemberPageResponse> {
    return this.members.list(tenant, page);
  }

  @Post()
  @RequireKey('secret', OWNERS)
  @ApiOperation({ summary: 'Invite someone; the one-time link is in this answer only', operationId: 'inviteMember' })
  @ApiCreatedResponse({ type: InvitationResponse })
  invite(
    @Tenant() tenant: TenantContext,
    @Body() body: InviteMemberRequest,
    @Query() _: NoQuery,
  ): Promise<InvitationResponse> {
    return this.members.invite(tenant, body, { trusted: false });
  }

  @Patch(':id')
  @RequireKey('secret', OWNERS)
  @ApiOperation({ summary: 'Change the role of a member', operationId: 'changeMember' })
  @ApiOkResponse({ type: MemberResponse })
  change(
    @Tenant() tenant: TenantContext,
    @Param('id') id: string,
    @Body() body: ChangeMemberRequest,
    @Query() _: NoQuery,
  ): Promise<MemberResponse> {
    return this.members.changeRole(tenant, id, body.role);
  }

  @Post(':id/link')
  @RequireKey('secret', OWNERS)
  @ApiOperation({ summary: 'A new one-time link for a member', operationId: 'linkMember' })
  @ApiCreatedResponse({ type: OneTimeLinkResponse })
  link(@Tenant() tenant: TenantContext, @Param('id') id: string, @Query() _: NoQuery): Promise<OneTimeLinkResponse> {
    return this.members.link(tenant, id);
  }

  @Delete(':id')
  @HttpCode(204)
  @RequireKey('secret', OWNERS)
  @ApiOperation({ summary: 'Remove a member; sessions lose the shop at once', operationId: 'removeMember' })
  @ApiNoContentResponse()
  remove(@Tenant() tenant: TenantContext, @Param('id') id: string, @Query() _: NoQuery): Promise<void> {
    return this.members.remove(tenant, id);
  }
}
